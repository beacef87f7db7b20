import { useId } from 'preact/hooks'
import { TextField } from '../shared/components/field.tsx'
import type { Form, Key } from './sign.ts'

const FORMS: [Form, string][] = [
  ['md5', 'MD5'],
  ['sha256', 'SHA-256'],
]

/** The API key that requests from this page are signed with. It is only in memory: a reload forgets it. */
export function KeyPanel({ value, onChange }: { value: Key; onChange: (key: Key) => void }) {
  const id = useId()
  const named = value.apiKey && value.secret ? value.apiKey : 'none yet'
  return (
    <details class="key">
      <summary>Your API key, to try operations: {named}</summary>
      <KeyForm id={id} value={value} onChange={onChange} />
    </details>
  )
}

interface FormProps {
  id: string
  value: Key
  onChange: (key: Key) => void
}

function KeyForm({ id, value, onChange }: FormProps) {
  return (
    <form onSubmit={(event) => event.preventDefault()} autocomplete="off">
      <TextField
        label="API key"
        name="api-key"
        value={value.apiKey}
        required
        dir="ltr"
        autocomplete="off"
        onInput={(apiKey) => onChange({ ...value, apiKey: apiKey.trim() })}
      />
      <div class="field">
        <label for={`${id}-secret`}>Secret</label>
        <input
          id={`${id}-secret`}
          type="password"
          autocomplete="off"
          dir="ltr"
          aria-describedby={`${id}-hint`}
          value={value.secret}
          onInput={(event) => onChange({ ...value, secret: event.currentTarget.value.trim() })}
        />
        <p class="hint" id={`${id}-hint`}>
          It stays in the memory of this page. A reload forgets it.
        </p>
      </div>
      <fieldset class="field">
        <legend>Signature</legend>
        {FORMS.map(([form, label]) => (
          <label class="check" key={form}>
            <input
              type="radio"
              name="form"
              checked={value.form === form}
              onChange={() => onChange({ ...value, form })}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </form>
  )
}
