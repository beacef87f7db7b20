import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { words } from '../words/index.ts'
import { Dialog, DialogButtons } from './dialog.tsx'
import { say } from './say.tsx'
import { Refusal } from './states.tsx'

interface ConfirmProps {
  opened: boolean
  onClose: () => void
  /** A question: "Delete the calendar?" */
  title: string
  /** The consequences, with numbers if there are any. */
  children: ReactNode
  /** The verb: "Delete". */
  action: string
  /** Does the work. The dialog closes when it succeeds and shows the error when it fails. */
  onConfirm: () => Promise<unknown>
  /** Text to type before a deletion with great consequences. */
  typed?: string | undefined
  /** Disables the action while the consequences are still being read. */
  waiting?: boolean
  danger?: boolean
}

/** Asks before something that can't be undone. */
export function Confirm(props: ConfirmProps) {
  const { opened, onClose, title, children, action, onConfirm, typed, waiting, danger = true } = props
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
  const ready = !waiting && (typed === undefined || text.trim() === typed)
  const field = useRef<HTMLInputElement>(null)
  const asksToType = typed !== undefined
  // The field may appear after the dialog has opened.
  useEffect(() => field.current?.focus(), [asksToType])
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // In React the event bubbles to a form around the dialog, which must not be submitted.
          event.stopPropagation()
          if (ready) void confirm()
        }}
      >
        <Stack>
          <Text component="div">{children}</Text>
          {asksToType && (
            <TextInput
              ref={field}
              label={say(words.kit.typeToContinue, { text: typed })}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <Refusal error={error} />
          <DialogButtons onClose={close} close={words.kit.keepAsIs}>
            <Button type="submit" color={danger ? 'bad' : undefined} loading={busy} disabled={!ready}>
              {action}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
