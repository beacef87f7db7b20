import { useState } from 'preact/hooks'
import { Code, Prose } from './code.tsx'
import type { Operation as Described } from './document.ts'
import { BodyFields, Parameters, ResponseFields } from './fields.tsx'
import { Method } from './reference.tsx'
import { type Language, LANGUAGES, sampleOf } from './samples.ts'
import type { Key } from './sign.ts'
import { TryIt } from './try-it.tsx'

interface Props {
  operation: Described
  /** The base URL of the service. */
  url: string
  signingKey: Key
  /** The language of the samples, shared by all operations. */
  language: Language
  setLanguage: (language: Language) => void
}

/** One operation: parameters, responses, samples, and a form to try it. */
export function Operation({ operation, url, signingKey, language, setLanguage }: Props) {
  const { operationId, summary, description, method, path, parameters = [], requestBody } = operation
  const [trying, setTrying] = useState(false)
  const body = requestBody?.content['application/json'].schema
  return (
    <article id={operationId} aria-labelledby={`${operationId}-title`}>
      <h2 id={`${operationId}-title`}>
        <a href={`#${operationId}`}>{summary}</a>
      </h2>
      <p class="address">
        <Method name={method} /> <code>{path}</code>
        {operation.security.length === 0 && <span class="soft"> not signed</span>}
      </p>
      <div class="columns">
        <div>
          <p>
            <Prose text={description} />
          </p>
          <Parameters parameters={parameters} />
          {body && <BodyFields schema={body} />}
        </div>
        <div>
          <div class="languages" role="group" aria-label="Language of the samples">
            {LANGUAGES.map((name) => (
              <button
                type="button"
                key={name}
                aria-pressed={name === language}
                onClick={() => setLanguage(name)}
              >
                {name}
              </button>
            ))}
          </div>
          <Code label={language} text={sampleOf(language, operation, url)} />
          <Responses operation={operation} />
          <details onToggle={(event) => event.currentTarget.open && setTrying(true)}>
            <summary>Try it</summary>
            {trying && <TryIt operation={operation} signingKey={signingKey} />}
          </details>
        </div>
      </div>
    </article>
  )
}

function Responses({ operation }: { operation: Described }) {
  return (
    <>
      <h3>Responses</h3>
      {Object.entries(operation.responses).map(([status, { description, content }]) => (
        <Response key={status} {...{ status, description, media: content?.['application/json'] }} />
      ))}
    </>
  )
}

type Media = NonNullable<Described['responses'][string]['content']>['application/json']

function Response(props: { status: string; description: string; media: Media | undefined }) {
  const { status, description, media } = props
  // Rendered when first opened: the responses are most of the page.
  const [opened, setOpened] = useState(false)
  return (
    <details class="response" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>
        <span class={status < '400' ? 'status good' : 'status bad'}>{status}</span>{' '}
        <span class="soft">
          <Prose text={description} />
        </span>
      </summary>
      {opened && media && (
        <>
          <Code label={`Example of ${status}`} text={JSON.stringify(media.example, null, 2)} />
          <ResponseFields schema={media.schema} />
        </>
      )}
      {opened && !media && <p class="soft">No body.</p>}
    </details>
  )
}
