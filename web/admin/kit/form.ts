import { useForm, type UseFormInput } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { ApiError } from './api.ts'

/**
 * A form that checks while typing, shows the service's complaints at their fields, keeps what was typed and
 * puts the cursor on the first fault. `save` sends it; complaints about fields the form does not have are in
 * `problem`, to be shown by `Refusal`. `names` renames fields of the service to those of the form.
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
        setProblem(showFaults(error))
      } finally {
        setBusy(false)
      }
    },
    (errors) => focusFirst(Object.keys(errors)),
  )

  const submit = (event: FormEvent<HTMLFormElement>) => {
    // React passes the event on from a dialog to a form around it, which must not be sent along.
    event.stopPropagation()
    checked(event)
  }

  /** Shows each complaint at its field; the error itself where a field is not on the form. */
  function showFaults(error: unknown): unknown {
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
