import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AlertRecord } from '../../../src/http/admin/alerts-schemas.ts'
import { words } from '../words/index.ts'
import { eventsText } from './alert-words.ts'
import { send } from './api.ts'
import { readAgain, useData } from './data.ts'
import { REACH_MS } from './reach.tsx'
import { say, sayCount } from './say.tsx'
import { useMay } from './session.tsx'
import { done, failed } from './toast.tsx'

/** The alerts that wait until somebody agrees. Renders nothing when there are none. */
export function AskingAlerts() {
  const { data = [] } = useData<AlertRecord[]>('/alerts', { state: 'asking' }, { everyMs: REACH_MS })
  if (data.length === 0) return null
  return (
    <Stack gap="md">
      {data.map((alert) => (
        <AskingAlert key={alert.id} alert={alert} />
      ))}
    </Stack>
  )
}

function AskingAlert({ alert }: { alert: AlertRecord }) {
  const mayAct = useMay('editor')
  const [busy, setBusy] = useState<'agree' | 'dismiss'>()
  const { id, people, eventCount } = alert
  const answer = async (action: 'agree' | 'dismiss') => {
    setBusy(action)
    try {
      await send('POST', `/alerts/${id}/${action}`)
      done(action === 'agree' ? sayCount(words.kit.mailsGoOut, people) : words.kit.nobodyTold)
    } catch (error) {
      failed(error)
    }
    await readAgain('/alerts')
    setBusy(undefined)
  }
  return (
    <Alert
      color="warn"
      title={
        eventCount === 1
          ? sayCount(words.kit.wouldTellOne, people)
          : sayCount(words.kit.wouldTell, people, { changes: sayCount(words.kit.changes, eventCount) })
      }
    >
      <Text size="sm" maw="70ch">
        {say(words.kit.asks, { events: eventsText(alert) })}
      </Text>
      {mayAct ? (
        <Group gap="sm" mt="sm">
          <Button
            loading={busy === 'agree'}
            disabled={busy === 'dismiss'}
            onClick={() => void answer('agree')}
          >
            {words.kit.tellThem}
          </Button>
          <Button
            variant="default"
            loading={busy === 'dismiss'}
            disabled={busy === 'agree'}
            onClick={() => void answer('dismiss')}
          >
            {words.kit.dontTell}
          </Button>
        </Group>
      ) : (
        <Text size="sm" mt="sm">
          {words.kit.editorDecides}
        </Text>
      )}
    </Alert>
  )
}
