import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { problemText } from '../kit/data.ts'
import { count, counted } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import type { ImportResultAnswer, Preview } from './draft.ts'
import { DroppedAlarms, LineRows } from './preview-lists.tsx'

export interface Progressed {
  done: number
  total: number
}

/** While it runs. */
export function RunStep({ progress, onStop }: { progress: Progressed; onStop: () => void }) {
  const { done, total } = progress
  // Closing the window would stop it half way.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return (
    <Section title="Importing" text="Keep this page open. What is written stays, also when you stop.">
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

export type Ended =
  | { kind: 'done'; result: ImportResultAnswer }
  | { kind: 'stopped'; progress: Progressed }
  | { kind: 'broken'; progress: Progressed; error: unknown }

/** What came of it, and what is next. */
export function ResultStep({
  ended,
  preview,
  onAgain,
  onAnother,
}: {
  ended: Ended
  preview: Preview
  onAgain: () => void
  onAnother: () => void
}) {
  // All dates: what was imported may be over already, or months ahead.
  const events = `/events?calendars=${preview.calendar.id}&show=table&when=all`
  const complete = ended.kind === 'done'
  return (
    <Section title={complete ? 'Imported' : 'Not all of it was imported'}>
      <Stack gap="lg">
        {complete ? (
          <Text>{sentence(ended.result, preview.calendar.name)}</Text>
        ) : (
          <Alert color="warn" role="alert">
            {ended.kind === 'broken' && `${problemText(ended.error)} `}
            At least {count(ended.progress.done)} of{' '}
            {counted(ended.progress.total, 'change is', 'changes are')} written, and stay. Run it again to
            complete it: nothing is done twice.
          </Alert>
        )}
        {complete && ended.result.faults.length > 0 && (
          <div>
            <Text fw={600}>
              {counted(ended.result.faults.length, 'line was', 'lines were')} left out. Mend them and run the
              import again.
            </Text>
            <LineRows lines={ended.result.faults} label="Faulty" />
          </div>
        )}
        {complete && ended.result.notes.length > 0 && <LineRows lines={ended.result.notes} label="Notes" />}
        {complete && <DroppedAlarms count={ended.result.droppedAlarms} />}
        <Group>
          {!complete && <Button onClick={onAgain}>Run it again</Button>}
          <Button component={Link} to={events} variant={complete ? 'filled' : 'default'}>
            Look at the events
          </Button>
          <Button variant="default" onClick={onAnother}>
            Import something else
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

function sentence({ added, changed, removed, unchanged }: ImportResultAnswer, calendar: string): string {
  const parts = [
    `${counted(added, 'event was', 'events were')} added`,
    changed > 0 && `${count(changed)} changed`,
    removed > 0 && `${count(removed)} removed`,
    unchanged > 0 && `${count(unchanged)} stayed as they were`,
  ]
  return `${calendar}: ${parts.filter(Boolean).join(', ')}.`
}
