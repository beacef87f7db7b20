import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { problemText } from '../kit/data.ts'
import { listShort } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import type { ImportResultAnswer, Preview } from './draft.ts'
import { DroppedAlarms, LineRows } from './preview-lists.tsx'

const texts = words.imports

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
    <Section title={texts.importing} text={texts.importingText}>
      <Stack gap="sm">
        <Progress value={total === 0 ? 0 : (100 * done) / total} size="lg" aria-label={texts.importing} />
        <Group justify="space-between">
          <Text aria-live="polite">{sayCount(texts.progress, total, { done })}</Text>
          <Button variant="default" onClick={onStop}>
            {texts.stop}
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
    <Section title={complete ? texts.imported : texts.notAll}>
      <Stack gap="lg">
        {complete ? (
          <Text>{sentence(outcome.result, preview.calendar.name)}</Text>
        ) : (
          <Alert color="warn" role="alert">
            {brokenText(outcome)}
          </Alert>
        )}
        {complete && outcome.result.faults.length > 0 && (
          <div>
            <Text fw={600}>{sayCount(texts.linesLeftOut, outcome.result.faults.length)}</Text>
            <LineRows lines={outcome.result.faults} kind="faults" />
          </div>
        )}
        {complete && outcome.result.notes.length > 0 && (
          <LineRows lines={outcome.result.notes} kind="notes" />
        )}
        {complete && <DroppedAlarms count={outcome.result.droppedAlarms} />}
        <Group>
          {!complete && <Button onClick={onAgain}>{texts.runItAgain}</Button>}
          <Button component={Link} to={events} variant={complete ? 'filled' : 'default'}>
            {texts.viewEvents}
          </Button>
          <Button variant="default" onClick={onAnother}>
            {texts.importOther}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

function brokenText(outcome: Exclude<Outcome, { kind: 'done' }>): string {
  const { done, total } = outcome.progress
  const partly = sayCount(texts.partly, total, { done })
  if (outcome.kind === 'stopped') return partly
  return say(words.kit.sentences, { first: problemText(outcome.error), second: partly })
}

function sentence(result: ImportResultAnswer, calendar: string): string {
  const { added, changed, joined, removed, unchanged, series, dates } = result
  const parts = [
    sayCount(texts.eventsAdded, added),
    ...(changed > 0 ? [sayCount(words.sources.changed, changed)] : []),
    ...(joined > 0 ? [sayCount(texts.putIn, joined)] : []),
    ...(removed > 0 ? [sayCount(words.sources.removed, removed)] : []),
    ...(unchanged > 0 ? [sayCount(texts.stayed, unchanged)] : []),
  ]
  const first = say(texts.result, { calendar, counts: listShort(parts) })
  if (series === 0) return first
  const second = sayCount(texts.seriesHave, series, { dates: sayCount(texts.dates, dates) })
  return say(words.kit.sentences, { first, second })
}
