import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RunAnswerData } from '../../../src/http/admin/sources-schemas.ts'
import { ApiError, send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { day } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { messageText } from '../kit/reasons.ts'
import { say, sayCount } from '../kit/say.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { countsText, type SourceRecord } from './words.ts'

const texts = words.sources

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
    if (data.outcome === 'waits') throw new ApiError(0, texts.moreWouldGo)
    if (data.outcome === 'failed') throw new ApiError(0, messageText(data.message, data.reason))
    done(say(texts.didIt, { counts: countsText(data.counts) }))
  }
  const no = async () => {
    await send('POST', `/sources/${id}/keep`, {})
    done(texts.keptThem)
  }
  const { gone, of, events } = waiting
  const more = gone - events.length
  return (
    <Section title={texts.waitsTitle}>
      <Stack gap="md">
        <Alert color="warn" title={sayCount(texts.wouldGo, of, { gone })}>
          {texts.wouldGoText}
        </Alert>
        <List size="sm" className="earlier-name">
          {events.map((event) => (
            <List.Item key={event.id}>
              {[
                day(event.startDate),
                event.startTime,
                event.name,
                event.how === 'cancelled' && texts.isCancelled,
              ]
                .filter(Boolean)
                .join(' · ')}
            </List.Item>
          ))}
        </List>
        {more > 0 && <Text size="sm">{sayCount(texts.andMore, more)}</Text>}
        <Refusal error={problem} />
        <Group>
          <Button
            color="bad"
            loading={busy === 'yes'}
            disabled={busy !== ''}
            onClick={() => void answer('yes', yes)}
          >
            {texts.yes}
          </Button>
          <Button
            variant="default"
            loading={busy === 'no'}
            disabled={busy !== ''}
            onClick={() => void answer('no', no)}
          >
            {texts.no}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
