import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { words } from '../page.ts'

interface FieldProps {
  label: ComponentChildren
  name: string
  /** What is wrong with what was filled in. */
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
}

interface InputProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'date'
  value: string
  inputmode?: 'email' | 'tel'
  autocomplete?: HTMLInputElement['autocomplete']
  maxlength?: number
  max?: string
  dir?: 'ltr' | 'auto'
  readonly?: boolean
  onInput: (value: string) => void
}

/** A text, address, number or date, with its label above and its fault below. */
export function TextField({ label, name, error, hint, required = false, onInput, ...input }: InputProps) {
  const id = useId()
  return (
    <div class="field">
      <Label id={id} required={required}>
        {label}
      </Label>
      <input
        type="text"
        {...(input as object)}
        {...control(id, { name, error, hint, required })}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <Below id={id} error={error} hint={hint} />
    </div>
  )
}

/** An e-mail address, which has to be there. */
export function EmailField(props: Omit<InputProps, 'type' | 'inputmode' | 'maxlength' | 'dir' | 'required'>) {
  return <TextField {...props} type="email" inputmode="email" maxlength={254} dir="ltr" required />
}

interface SelectProps extends FieldProps {
  options: { value: string; label: string }[]
  value: string
  /** What the first line says, which is none of them; false: there is no such line. */
  none?: string | false
  autocomplete?: string
  onInput: (value: string) => void
}

/** One of several. */
export function SelectField({ label, name, error, hint, required = false, ...props }: SelectProps) {
  const id = useId()
  return (
    <div class="field">
      <Label id={id} required={required}>
        {label}
      </Label>
      <select
        {...control(id, { name, error, hint, required })}
        autocomplete={props.autocomplete}
        value={props.value}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      >
        {props.none !== false && <option value="">{props.none ?? words.common.choose}</option>}
        {props.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Below id={id} error={error} hint={hint} />
    </div>
  )
}

interface CheckProps extends FieldProps {
  checked: boolean
  onInput: (checked: boolean) => void
  /** What stands beside the label and is no part of it, such as a link. */
  children?: ComponentChildren
}

/** Yes or no; the whole line is the target. */
export function CheckField({
  label,
  name,
  error,
  hint,
  required = false,
  checked,
  onInput,
  children,
}: CheckProps) {
  const id = useId()
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          {...control(id, { name, error, hint, required })}
          checked={checked}
          onInput={(event) => onInput(event.currentTarget.checked)}
        />
        <span>
          {label}
          {!required && <Optional />}
        </span>
      </label>
      {children}
      <Below id={id} error={error} hint={hint} />
    </div>
  )
}

/** Puts the cursor on the first field that has a fault. */
export function focusFault(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

function Label({ id, required, children }: { id: string; required: boolean; children: ComponentChildren }) {
  return (
    <label for={id}>
      {children}
      {!required && <Optional />}
    </label>
  )
}

function Optional() {
  return <span class="optional"> ({words.common.optional})</span>
}

function Below({ id, error, hint }: { id: string } & Pick<FieldProps, 'error' | 'hint'>) {
  return (
    <>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="fault" id={`${id}-fault`}>
          {error}
        </p>
      )}
    </>
  )
}

/** What ties a control to its label, its hint and its fault. */
function control(id: string, { name, error, hint, required }: Omit<FieldProps, 'label'>) {
  const described = [hint && `${id}-hint`, error && `${id}-fault`].filter(Boolean).join(' ')
  return {
    id,
    name,
    'aria-required': required || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  }
}
