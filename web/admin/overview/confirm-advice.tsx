import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { useMay, useMe } from '../kit/session.tsx'
import { done, failed } from '../kit/toast.tsx'

/** Recommends to have every new address confirmed, once there are private events. It can be dismissed for good. */
export function ConfirmAdvice({ advised }: { advised: boolean }) {
  const mayEdit = useMay('editor')
  const { publisher } = useMe()
  const key = `fasti-confirm-advice-${publisher.id}`
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(key) !== null)
  const [busy, setBusy] = useState(false)
  if (!advised || dismissed || !mayEdit) return null

  const choose = async (confirm: 'known' | 'always') => {
    await send('PUT', '/publisher', { confirm })
    await readAgain('/overview', '/publisher')
  }
  const follow = async () => {
    setBusy(true)
    try {
      await choose('always')
      done('New addresses are confirmed from now on', () => void choose('known').catch(failed))
    } catch (error) {
      failed(error)
    }
    setBusy(false)
  }
  const dismiss = () => {
    localStorage.setItem(key, 'dismissed')
    setDismissed(true)
  }
  return (
    <Alert color="warn" title="Confirm new addresses too">
      <Text size="sm" maw="70ch">
        You have private events. Anyone can type someone else’s address into your widget. If that address is
        new, it is subscribed at once, and whoever typed it gets the private events that you add for it. If
        its owner confirms by e-mail first, only the owner gets them.
      </Text>
      <Group gap="sm" mt="sm">
        <Button loading={busy} onClick={() => void follow()}>
          Always confirm
        </Button>
        <Button variant="default" onClick={dismiss}>
          Leave it as it is
        </Button>
      </Group>
    </Alert>
  )
}
