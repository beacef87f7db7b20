import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { problemText } from '../kit/data.ts'
import { count, counted } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import type { ImportResultAnswer, Preview } from './draft.ts'
import { DroppedAlarms, LineRows } from './preview-lists.tsx'

export interface RunProgress {
  done: number
  total: number
}

export function RunStep({ progress, onStop }: { progress: RunProgress; onStop: () => void }) {
  const { done, total } = progress
  // Closing the window would stop the import half way.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return (
    <Section title="Importing" text="Keep this page open. If you stop, what has been written stays.">
      <Stack gap="sm">
        <Progress value={total === 0 ? 0 : (100 * done) / total} size="lg" aria-label="Importing" />
        <Group justify="space-between">
          <Text aria-live="polite">
            {count(done)} of {counted(total, 'change', 'changes')}
          </Text>
          <Button variant="default" onClick={onStop}>
            Stop
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

export type Outcome =
  | { kind: 'done'; result: ImportResultAnswer }
  | { kind: 'stopped'; progress: RunProgress }
  | { kind: 'broken'; progress: RunProgress; error: unknown }

/** The result of a run, with the next steps. */
export function ResultStep({
  outcome,
  preview,
  onAgain,
  onAnother,
}: {
  outcome: Outcome
  preview: Preview
  onAgain: () => void
  onAnother: () => void
}) {
  // All dates, because the imported events may be in the past or months ahead.
  const events = `/events?calendars=${preview.calendar.id}&show=table&when=all`
  const complete = outcome.kind === 'done'
  return (
    <Section title={complete ? 'Imported' : 'Not everything was imported'}>
      <Stack gap="lg">
        {complete ? (
          <Text>{sentence(outcome.result, preview.calendar.name)}</Text>
        ) : (
          <Alert color="warn" role="alert">
            {outcome.kind === 'broken' && `${problemText(outcome.error)} `}
            At least {count(outcome.progress.done)} of{' '}
            {counted(outcome.progress.total, 'change has', 'changes have')} been written, and will stay. Run
            the import again to complete it. Nothing is written twice.
          </Alert>
        )}
        {complete && outcome.result.faults.length > 0 && (
          <div>
            <Text fw={600}>
              {counted(outcome.result.faults.length, 'line was', 'lines were')} left out. Fix them and run the
              import again.
            </Text>
            <LineRows lines={outcome.result.faults} label="Errors" />
          </div>
        )}
        {complete && outcome.result.notes.length > 0 && (
          <LineRows lines={outcome.result.notes} label="Notes" />
        )}
        {complete && <DroppedAlarms count={outcome.result.droppedAlarms} />}
        <Group>
          {!complete && <Button onClick={onAgain}>Run it again</Button>}
          <Button component={Link} to={events} variant={complete ? 'filled' : 'default'}>
            View the events
          </Button>
          <Button variant="default" onClick={onAnother}>
            Import something else
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

function sentence(result: ImportResultAnswer, calendar: string): string {
  const { added, changed, joined, removed, unchanged } = result
  const parts = [
    `${counted(added, 'event was', 'events were')} added`,
    changed > 0 && `${count(changed)} changed`,
    joined > 0 && `${count(joined)} of other calendars put in`,
    removed > 0 && `${count(removed)} removed`,
    unchanged > 0 && `${count(unchanged)} unchanged`,
  ]
  const { series, dates } = result
  const kept =
    series > 0 ? ` ${counted(series, 'series has', 'series have')} ${counted(dates, 'date', 'dates')}.` : ''
  return `${calendar}: ${parts.filter(Boolean).join(', ')}.${kept}`
}
