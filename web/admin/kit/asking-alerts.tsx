import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AlertRecord } from '../../../src/http/admin/alerts-schemas.ts'
import { eventsText } from './alert-words.ts'
import { send } from './api.ts'
import { readAgain, useData } from './data.ts'
import { counted } from './format.ts'
import { REACH_MS } from './reach.tsx'
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
  const who = counted(people, 'person', 'people')
  const answer = async (action: 'agree' | 'dismiss') => {
    setBusy(action)
    try {
      await send('POST', `/alerts/${id}/${action}`)
      done(action === 'agree' ? `The mails to ${who} go out now` : 'Nobody is told of it')
    } catch (error) {
      failed(error)
    }
    await readAgain('/alerts')
    setBusy(undefined)
  }
  return (
    <Alert
      color="warn"
      title={`${who} would be told of ${eventCount === 1 ? 'a change' : counted(eventCount, 'change', 'changes')}`}
    >
      <Text size="sm" maw="70ch">
        {eventsText(alert)}. Your rule asks before it tells so many. Nobody is told until you say yes; whoever
        has fetched the change by then gets no mail.
      </Text>
      {mayAct ? (
        <Group gap="sm" mt="sm">
          <Button
            loading={busy === 'agree'}
            disabled={busy === 'dismiss'}
            onClick={() => void answer('agree')}
          >
            Tell them
          </Button>
          <Button
            variant="default"
            loading={busy === 'dismiss'}
            disabled={busy === 'agree'}
            onClick={() => void answer('dismiss')}
          >
            Don’t tell them
          </Button>
        </Group>
      ) : (
        <Text size="sm" mt="sm">
          An editor or an owner can decide.
        </Text>
      )}
    </Alert>
  )
}
