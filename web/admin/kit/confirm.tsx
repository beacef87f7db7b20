import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Refusal } from './states.tsx'

interface ConfirmProps {
  opened: boolean
  onClose: () => void
  /** A question: "Delete the calendar?" */
  title: string
  /** What will go, in numbers where there are any. */
  children: ReactNode
  /** The verb: "Delete". */
  action: string
  /** Does it; the dialog closes when it succeeded, and says why when it did not. */
  onConfirm: () => Promise<unknown>
  /** What has to be typed first, where much would be lost. */
  typed?: string
  danger?: boolean
}

/** Asks before something that can't be undone. */
export function Confirm(props: ConfirmProps) {
  const { opened, onClose, title, children, action, onConfirm, typed, danger = true } = props
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const close = () => {
    if (busy) return
    setText('')
    setError(undefined)
    onClose()
  }
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      setText('')
      onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const ready = typed === undefined || text.trim() === typed
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // React passes the event on to a form around the dialog, which must not be sent along.
          event.stopPropagation()
          if (ready) void confirm()
        }}
      >
        <Stack>
          <Text component="div">{children}</Text>
          {typed !== undefined && (
            <TextInput
              label={`Type “${typed}” to go on`}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <Refusal error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Keep as it is
            </Button>
            <Button type="submit" color={danger ? 'bad' : undefined} loading={busy} disabled={!ready}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
