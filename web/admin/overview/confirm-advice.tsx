import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { useMay, useMe } from '../kit/session.tsx'
import { done, failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'

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
      done(words.overview.nowConfirmed, () => void choose('known').catch(failed))
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
    <Alert color="warn" title={words.overview.confirmTitle}>
      <Text size="sm" maw="70ch">
        {words.overview.confirmText}
      </Text>
      <Group gap="sm" mt="sm">
        <Button loading={busy} onClick={() => void follow()}>
          {words.overview.alwaysConfirm}
        </Button>
        <Button variant="default" onClick={dismiss}>
          {words.overview.leaveIt}
        </Button>
      </Group>
    </Alert>
  )
}
