import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RunAnswerData } from '../../../src/http/admin/sources-schemas.ts'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { count, counted, day } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { countsText, type SourceRecord } from './words.ts'

/** Asks about a run that would take away too much, and lists what would go. */
export function SourceWaiting({
  source: { id },
  waiting,
}: {
  source: SourceRecord
  waiting: NonNullable<SourceRecord['waiting']>
}) {
  const [busy, setBusy] = useState('')
  const [problem, setProblem] = useState<unknown>()
  const answer = async (name: string, work: () => Promise<void>) => {
    setBusy(name)
    setProblem(undefined)
    await work().catch(setProblem)
    await readAgain('/sources', '/events', '/calendars')
    setBusy('')
  }
  const yes = async () => {
    const { data } = await send<{ data: RunAnswerData }>('POST', `/sources/${id}/run`, { takeAway: true })
    if (data.outcome === 'waits') throw new Error('More would go by now. Look at the list again.')
    done(data.outcome === 'failed' ? data.message : `Done: ${countsText(data.counts)}.`)
  }
  const no = async () => {
    await send('POST', `/sources/${id}/keep`, {})
    done('The events stay. Nothing is taken over until the source changes.')
  }
  const { gone, of, events } = waiting
  const more = gone - events.length
  return (
    <Section title="Waits for your yes">
      <Stack gap="md">
        <Alert
          color="warn"
          title={`${count(gone)} of ${counted(of, 'coming event', 'coming events')} would go`}
        >
          The source no longer has them, or says that they are cancelled. That is more than a fifth, so it may
          be a mistake there. Nothing was taken over.
        </Alert>
        <List size="sm" className="earlier-name">
          {events.map((event) => (
            <List.Item key={event.id}>
              {day(event.startDate)}
              {event.startTime && `, ${event.startTime}`} · {event.name}
              {event.how === 'cancelled' && ' · is cancelled'}
            </List.Item>
          ))}
        </List>
        {more > 0 && <Text size="sm">And {count(more)} more.</Text>}
        <Refusal error={problem} />
        <Group>
          <Button
            color="bad"
            loading={busy === 'yes'}
            disabled={busy !== ''}
            onClick={() => void answer('yes', yes)}
          >
            Yes, do it
          </Button>
          <Button
            variant="default"
            loading={busy === 'no'}
            disabled={busy !== ''}
            onClick={() => void answer('no', no)}
          >
            No, keep them
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
