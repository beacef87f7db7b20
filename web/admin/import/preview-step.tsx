import { Alert, Button, Group, Stack, Switch, Tabs, Text } from '@mantine/core'
import { useState } from 'react'
import { count, counted } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { Empty, Refusal } from '../kit/states.tsx'
import type { Draft, Preview } from './draft.ts'
import { FaultyRows } from './faulty-rows.tsx'
import {
  ChangedEvents,
  DroppedAlarms,
  EventRows,
  JoinedEvents,
  LineRows,
  SeriesRows,
} from './preview-lists.tsx'

const KINDS = ['series', 'added', 'changed', 'joined', 'removed', 'unchanged', 'faults', 'notes'] as const
type Kind = (typeof KINDS)[number]
const TITLES: Record<Kind, string> = {
  series: 'Series',
  added: 'Added',
  changed: 'Changed',
  joined: 'Of other calendars',
  removed: 'Removed',
  unchanged: 'Unchanged',
  faults: 'Errors',
  notes: 'Notes',
}
const NONE: Record<Kind, string> = {
  series: 'No event repeats',
  added: 'No event is new',
  changed: 'No event changes',
  joined: 'No event of another calendar is put into this one',
  removed: 'No event is removed',
  unchanged: 'No event stays unchanged',
  faults: 'Everything could be read',
  notes: 'Everything was read as it is in the file',
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
      title="What would change"
      text={`From ${preview.source.name} into ${preview.calendar.name}. Nothing is written yet.`}
    >
      <Stack gap="lg">
        {outdated && (
          <Alert color="warn" role="alert">
            The file or the calendar has changed in the meantime. This is what would change now.
          </Alert>
        )}
        <dl className="import-counts">
          {kinds.filter(isCounted).map((kind) => (
            <div key={kind}>
              <dt>{TITLES[kind]}</dt>
              <dd>{count(counts[kind])}</dd>
            </div>
          ))}
        </dl>
        {counts.series > 0 && (
          <Text>
            The file has {counted(counts.series, 'series', 'series')} with{' '}
            {counted(counts.dates, 'date', 'dates')}. Each date is counted as an event.
          </Text>
        )}
        <DroppedAlarms count={counts.droppedAlarms} />
        <Group gap="xl" align="flex-start">
          <Switch
            label="New events are drafts"
            description="Nobody sees them until you make them live."
            checked={options.draft}
            disabled={busy}
            onChange={(event) => onOptions({ ...options, draft: event.currentTarget.checked })}
          />
          <Switch
            label="Remove events that are no longer there"
            description="Only events that earlier imports added to this calendar. Others always stay."
            checked={options.removeMissing}
            disabled={busy}
            onChange={(event) => onOptions({ ...options, removeMissing: event.currentTarget.checked })}
          />
          <Switch
            label="Events that another calendar has already: put them into this one too"
            description="They are found by their references. Nothing else of them changes, and who follows both calendars sees them once."
            checked={options.join}
            disabled={busy}
            onChange={(event) => onOptions({ ...options, join: event.currentTarget.checked })}
          />
        </Group>
        {nothingRemoved && (
          <Alert color="warn">
            {nothingRemoved === 'faults'
              ? 'No events are removed, because not everything could be read.'
              : 'No events are removed, because the source has no events at all.'}
          </Alert>
        )}
        <Tabs value={tab} onChange={(value) => setTab(value as Kind)} keepMounted={false}>
          <Tabs.List>
            {kinds.map((kind) => (
              <Tabs.Tab key={kind} value={kind}>
                {TITLES[kind]} ({count(ofKind[kind])})
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
                  These are the first {count(preview[kind].length)} of {count(ofKind[kind])}.
                </Text>
              )}
            </Tabs.Panel>
          ))}
        </Tabs>
        <Refusal error={problem} />
        <Group justify="space-between">
          <Button variant="default" onClick={onBack} disabled={busy}>
            Back
          </Button>
          <Group>
            {total === 0 && <Text c="dimmed">There is nothing to change.</Text>}
            <Button onClick={onRun} loading={busy} disabled={total === 0}>
              {total === 0 ? 'Import' : `Import ${counted(total, 'change', 'changes')}`}
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
  if (kind === 'notes') return <LineRows lines={preview.notes} label={TITLES.notes} />
  if (kind === 'series') return <SeriesRows series={preview.series} />
  if (kind === 'changed') return <ChangedEvents events={preview.changed} />
  if (kind === 'joined') return <JoinedEvents events={preview.joined} />
  return <EventRows events={preview[kind]} label={TITLES[kind]} />
}
