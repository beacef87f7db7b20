import { useId, useState } from 'preact/hooks'
import { Button } from '../shared/components/button.tsx'
import { TextField } from '../shared/components/field.tsx'
import { Code } from './code.tsx'
import type { Operation, Parameter } from './document.ts'
import { type Exchange, send } from './send.ts'
import type { Key } from './sign.ts'

/** Sends a real request to this service, and shows the signed text, the request and the response. */
export function TryIt({ operation, signingKey }: { operation: Operation; signingKey: Key }) {
  const { parameters = [], requestBody, method } = operation
  const id = useId()
  const [values, setValues] = useState(() => initialValues(parameters))
  const [body, setBody] = useState(() =>
    JSON.stringify(requestBody?.content['application/json'].example, null, 2),
  )
  const [outcome, setOutcome] = useState<Exchange | string>()
  const [busy, setBusy] = useState(false)

  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setOutcome(await send(operation, { values, body }, signingKey).catch((error: Error) => error.message))
    setBusy(false)
  }

  return (
    <form class="try" onSubmit={(event) => void submit(event)} noValidate>
      {method !== 'GET' && <p class="warn">This is not a simulation: it changes stored data.</p>}
      {parameters.map(({ name, required = false, example }) => (
        <TextField
          key={name}
          label={<code>{name}</code>}
          name={name}
          value={values[name] ?? ''}
          required={required}
          hint={example && values[name] !== example ? `Such as ${example}` : undefined}
          dir="ltr"
          autocomplete="off"
          onInput={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      {requestBody && (
        <div class="field">
          <label for={`${id}-body`}>Body</label>
          <textarea
            id={`${id}-body`}
            rows={Math.min(16, body.split('\n').length + 1)}
            spellcheck={false}
            dir="ltr"
            value={body}
            onInput={(event) => setBody(event.currentTarget.value)}
          />
        </div>
      )}
      <Button kind="main" type="submit" busy={busy}>
        Send {method}
      </Button>
      <div role="status">{outcome && <Outcome method={method} outcome={outcome} />}</div>
    </form>
  )
}

function Outcome({ method, outcome }: { method: string; outcome: Exchange | string }) {
  if (typeof outcome === 'string') return <p class="warn">{outcome}</p>
  const { text, url, status, statusText, headers, body, ms } = outcome
  const head = headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <>
      <p class={status < 400 ? 'answered good' : 'answered bad'}>
        {status} {statusText} <span class="soft">after {ms} ms</span>
      </p>
      <Code label="The response" text={[head, body].filter(Boolean).join('\n\n')} />
      <Code label="The request" text={`${method} ${url}`} />
      {text !== undefined && <Code label="The signed text" text={text} />}
    </>
  )
}

/** Fills in only parameters with fixed values: the ids in examples belong to nobody. */
function initialValues(parameters: Parameter[]): Record<string, string> {
  const fixed = parameters.filter(({ name, required }) => required && ['type', 'action'].includes(name))
  return Object.fromEntries(fixed.map(({ name, example }) => [name, example ?? '']))
}
