import { useForm, type UseFormInput } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { ApiError } from './api.ts'

/**
 * A form that checks while typing, shows the service's errors at their fields, keeps what was typed and
 * focuses the first field with an error. `save` sends it. Errors of fields that the form does not have are in
 * `problem`, for `Refusal`. `names` has names in the form by the service's names, where they differ.
 */
export function useServerForm<Values extends Record<string, unknown>>(
  options: UseFormInput<Values> & {
    save: (values: Values) => Promise<unknown>
    names?: Record<string, string>
  },
) {
  const { save, names = {}, ...rest } = options
  const form = useForm<Values>({ validateInputOnChange: true, ...rest })
  const [problem, setProblem] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  const checked = form.onSubmit(
    async (values) => {
      setProblem(undefined)
      setBusy(true)
      try {
        await save(values)
        form.resetDirty()
      } catch (error) {
        setProblem(showFieldErrors(error))
      } finally {
        setBusy(false)
      }
    },
    (errors) => focusFirst(Object.keys(errors)),
  )

  const submit = (event: FormEvent<HTMLFormElement>) => {
    // In React the event bubbles from a dialog to a form around it, which must not be submitted.
    event.stopPropagation()
    checked(event)
  }

  /** Shows each error at its field. Returns the whole error if a field is not on the form. */
  function showFieldErrors(error: unknown): unknown {
    if (!(error instanceof ApiError)) return error
    const faults = Object.entries(error.fields).map(([name, text]) => [names[name] ?? name, text] as const)
    const here = faults.filter(([name]) => form.getInputNode(name) ?? name in form.getValues())
    form.setErrors(Object.fromEntries(here))
    focusFirst(here.map(([name]) => name))
    return here.length === faults.length && faults.length > 0 ? undefined : error
  }

  function focusFirst(paths: string[]): void {
    const nodes = paths.map((path) => form.getInputNode(path)).filter((node) => node !== null)
    nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    nodes[0]?.focus()
  }

  return { form, submit, busy, problem, setProblem }
}
