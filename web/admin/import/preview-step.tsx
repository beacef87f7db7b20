import { Alert, Button, Group, Stack, Switch, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import { count } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { Empty, Refusal } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { type Draft, type Preview, shownName } from './draft.ts'
import { FaultyRows } from './faulty-rows.tsx'
import {
  ChangedEvents,
  DroppedAlarms,
  EventRows,
  JoinedEvents,
  LineRows,
  SeriesRows,
} from './preview-lists.tsx'

const texts = words.imports

const KINDS = ['series', 'added', 'changed', 'joined', 'removed', 'unchanged', 'faults', 'notes'] as const
type Kind = (typeof KINDS)[number]
const NONE: Record<Kind, string> = {
  series: texts.noSeries,
  added: texts.noAdded,
  changed: texts.noChanged,
  joined: texts.noJoined,
  removed: texts.noRemoved,
  unchanged: texts.noUnchanged,
  faults: texts.noFaults,
  notes: texts.noNotes,
}

/** Shows what the import would change, before anything is written. */
export function PreviewStep({
  draft,
  preview,
  outdated,
  busy,
  problem,
  onOptions,
  onEdit,
  onBack,
  onRun,
}: {
  draft: Draft
  preview: Preview
  /** The service replaced the preview, because something has changed. */
  outdated: boolean
  busy: boolean
  problem: unknown
  onOptions: (options: Draft['options']) => void
  onEdit: (edits: Draft['edits']) => void
  onBack: () => void
  onRun: () => void
}) {
  const { counts, nothingRemoved } = preview
  const total = counts.added + counts.changed + counts.joined + counts.removed
  const ofKind = { ...counts, series: Math.max(counts.series, preview.series.length) }
  const kinds = KINDS.filter((kind) => !['series', 'joined', 'notes'].includes(kind) || ofKind[kind] > 0)
  const isUnchanged = preview.series.every(({ change }) => change === 'unchanged')
  const full = kinds.filter((kind) => ofKind[kind] > 0 && !(kind === 'series' && isUnchanged))
  const fullest = full.find((kind) => kind !== 'unchanged') ?? 'unchanged'
  const [chosen, setTab] = useState<Kind>(fullest)
  const tab = kinds.includes(chosen) ? chosen : fullest
  const { options } = draft
  return (
    <Section
      title={texts.wouldChange}
      text={say(texts.wouldChangeText, {
        source: shownName(preview.source.name),
        calendar: preview.calendar.name,
      })}
    >
      <Stack gap="lg">
        {outdated && (
          <Alert color="warn" role="alert">
            {texts.outdated}
          </Alert>
        )}
        <dl className="import-counts">
          {kinds.filter(isCounted).map((kind) => (
            <div key={kind}>
              <dt>{texts[kind]}</dt>
              <dd>{count(counts[kind])}</dd>
            </div>
          ))}
        </dl>
        {counts.series > 0 && (
          <Text>
            {sayCount(texts.fileHas, counts.series, { dates: sayCount(texts.withDates, counts.dates) })}
          </Text>
        )}
        <DroppedAlarms count={counts.droppedAlarms} />
        <Group gap="xl" align="flex-start">
          <Switch
            label={texts.asDrafts}
            description={texts.asDraftsText}
            checked={options.draft}
            disabled={busy}
            onChange={(event) => onOptions({ ...options, draft: event.currentTarget.checked })}
          />
          <Switch
            label={texts.removeMissing}
            description={texts.removeMissingText}
            checked={options.removeMissing}
            disabled={busy}
            onChange={(event) => onOptions({ ...options, removeMissing: event.currentTarget.checked })}
          />
          <Switch
            label={texts.join}
            description={texts.joinText}
            checked={options.join}
            disabled={busy}
            onChange={(event) => onOptions({ ...options, join: event.currentTarget.checked })}
          />
        </Group>
        {nothingRemoved && (
          <Alert color="warn">{nothingRemoved === 'faults' ? texts.keptForFaults : texts.keptForEmpty}</Alert>
        )}
        <Tabs value={tab} onChange={(value) => setTab(value as Kind)} keepMounted={false}>
          <Tabs.List>
            {kinds.map((kind) => (
              <Tabs.Tab key={kind} value={kind}>
                {say(texts.tab, { name: texts[kind], count: ofKind[kind] })}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {kinds.map((kind) => (
            <Tabs.Panel key={kind} value={kind} pt="sm">
              {ofKind[kind] === 0 ? (
                <Empty title={NONE[kind]} />
              ) : kind === 'faults' ? (
                <FaultyRows preview={preview} edits={draft.edits} busy={busy} onEdit={onEdit} />
              ) : (
                <Rows kind={kind} preview={preview} />
              )}
              {kind !== 'faults' && ofKind[kind] > preview[kind].length && (
                <Text size="sm" c="dimmed" mt="sm">
                  {say(texts.firstOf, { shown: preview[kind].length, all: ofKind[kind] })}
                </Text>
              )}
            </Tabs.Panel>
          ))}
        </Tabs>
        <Refusal error={problem} />
        <Group justify="space-between">
          <Button variant="default" onClick={onBack} disabled={busy}>
            {texts.back}
          </Button>
          <Group>
            {total === 0 && <Text c="dimmed">{texts.nothingToChange}</Text>}
            <Button onClick={onRun} loading={busy} disabled={total === 0}>
              {total === 0 ? texts.doImport : sayCount(texts.importChanges, total)}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Section>
  )
}

/** Series are no further events: their dates are counted already. */
function isCounted(kind: Kind): boolean {
  return kind !== 'series'
}

function Rows({ kind, preview }: { kind: Exclude<Kind, 'faults'>; preview: Preview }) {
  if (kind === 'notes') return <LineRows lines={preview.notes} kind="notes" />
  if (kind === 'series') return <SeriesRows series={preview.series} />
  if (kind === 'changed') return <ChangedEvents events={preview.changed} />
  if (kind === 'joined') return <JoinedEvents events={preview.joined} />
  return <EventRows events={preview[kind]} label={texts[kind]} />
}
