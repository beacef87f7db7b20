import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { words } from '../page.ts'

interface FieldProps {
  label: ComponentChildren
  name: string
  /** The error message of the field. */
  error?: string | undefined
  hint?: ComponentChildren
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

/** A field for a text, e-mail, phone number or date, with its label above and its error below. */
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

/** A required e-mail address. */
export function EmailField(props: Omit<InputProps, 'type' | 'inputmode' | 'maxlength' | 'dir' | 'required'>) {
  return <TextField {...props} type="email" inputmode="email" maxlength={254} dir="ltr" required />
}

interface SelectProps extends FieldProps {
  options: { value: string; label: string }[]
  value: string
  /** The text of the empty option; false for no empty option. */
  none?: string | false
  autocomplete?: string
  onInput: (value: string) => void
}

/** A field that chooses one of several options. */
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
          <option key={value} value={value} dir="auto">
            {label}
          </option>
        ))}
      </select>
      <Below id={id} error={error} hint={hint} />
    </div>
  )
}

type RadioProps = Pick<SelectProps, keyof FieldProps | 'options' | 'value' | 'onInput'>

/** Shows all options at once; one has to be chosen. */
export function RadioField({ label, name, error, hint, options, value, onInput }: RadioProps) {
  const id = useId()
  const { name: _, ...group } = control(id, { name, error, hint, required: true })
  return (
    <fieldset class="field" role="radiogroup" {...group}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label class="check" key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onInput={() => onInput(option.value)}
          />
          <bdi>{option.label}</bdi>
        </label>
      ))}
      <Below id={id} error={error} hint={hint} />
    </fieldset>
  )
}

interface CheckProps extends FieldProps {
  checked: boolean
  onInput: (checked: boolean) => void
  /** Content beside the label that is not part of it, such as a link. */
  children?: ComponentChildren
}

/** A checkbox; the whole line is the target. */
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

/** Focuses the first field with an error; of several radio buttons the first. */
export function focusFault(form: HTMLElement | null): void {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const control = fault?.matches('fieldset') ? fault.querySelector('input') : fault
  control?.focus()
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

/** The attributes that connect a control with its label, hint and error. */
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
