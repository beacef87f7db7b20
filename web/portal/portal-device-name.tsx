import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../shared/components/button.tsx'
import { TextField } from '../shared/components/field.tsx'
import { words } from '../shared/page.ts'
import { useAction } from './portal-action.ts'
import type { Device } from './portal-device.tsx'
import { ProblemNotice } from './portal-screen.tsx'

/** Accepted by the service. */
const MAX_LENGTH = 60

interface NameDeviceProps {
  device: Device
  path: string
  onCancel: () => void
  onNamed: (name: string) => void
}

/** Gives a link a name of the person's own, or with an empty field takes it away. Escape cancels. */
export function NameDevice({ device, path, onCancel, onNamed }: NameDeviceProps) {
  const { portal, common, subscribe } = words
  const [name, setName] = useState(device.name)
  const { busy, problem, run } = useAction<object>(`${path}/links/${device.number}/name`)
  const form = useRef<HTMLFormElement>(null)
  const isRefused = problem?.kind === 'fields'
  // When it appears, and again when the service refuses the name.
  useLayoutEffect(() => {
    const field = form.current!.querySelector('input')!
    field.focus()
    field.select()
  }, [isRefused])

  const save = async () => {
    const given = name.trim()
    if (await run({ name: given })) onNamed(given)
  }
  return (
    <form
      ref={form}
      class="asking"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <TextField
        label={portal.deviceName}
        name="name"
        required
        dir="auto"
        maxlength={MAX_LENGTH}
        autocomplete="off"
        hint={portal.deviceNameHint}
        value={name}
        error={isRefused ? subscribe.notAccepted : undefined}
        onInput={setName}
      />
      {!isRefused && <ProblemNotice problem={problem} refused={portal.freshOver} />}
      <div class="buttons">
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button kind="main" type="submit" busy={busy}>
          {busy ? common.oneMoment : portal.save}
        </Button>
      </div>
    </form>
  )
}
