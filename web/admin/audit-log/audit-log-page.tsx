import './audit-log.css'
import { Anchor, Button, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { LogEntry } from '../../../src/http/admin/audit-log-schemas.ts'
import { saveFile } from '../kit/api.ts'
import { useList } from '../kit/data.ts'
import { useFilters } from '../kit/filters.tsx'
import { ago, counted, moment } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Page, Section } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { Empty } from '../kit/states.tsx'
import { failed } from '../kit/toast.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { LogFilterBar, toParams, WHOLE_LOG } from './log-filters.tsx'
import { changedSeries, isOfSeries } from './series-words.ts'
import { Subject } from './subject.tsx'
import { actionName, ACTOR_KINDS, changedEvents, changedFields, eventFields, subjectName } from './words.ts'

const TEXT =
  'Every change made here or through the admin API, and every sign-in. Entries are never changed or removed.'

/** The audit log, for owners. */
export function AuditLogPage() {
  if (useMay('owner')) return <Log />
  return (
    <Page title="Audit log" text={TEXT}>
      <Empty title="Only owners see this log">
        Ask one of them if you need to know who changed something.
      </Empty>
    </Page>
  )
}

function Log() {
  const { filters, set, changed, clear } = useFilters(WHOLE_LOG)
  const [entry, setEntry] = useState<LogEntry | null>(null)
  const params = toParams(filters)
  const list = useList<LogEntry>('/audit-log', params)
  const download = <Download params={params} />
  return (
    <Page title="Audit log" text={TEXT} actions={download} wide>
      <LogFilterBar {...{ filters, set, changed, clear }} />
      <Section>
        <ListTable
          label="Audit log"
          list={list}
          columns={columnsOf(setEntry, set)}
          rowKey={(row) => row.id}
          noun={['entry', 'entries']}
          empty={
            <Empty
              title={changed ? 'No entry matches' : 'Nothing has been changed yet'}
              action={changed && <Button onClick={clear}>Clear filters</Button>}
            >
              {changed && 'Choose other people, changes or days.'}
            </Empty>
          }
        />
      </Section>
      <EntryDrawer entry={entry} onClose={() => setEntry(null)} />
    </Page>
  )
}

function columnsOf(
  open: (entry: LogEntry) => void,
  set: (change: { actor?: string; subject?: string }) => void,
): Column<LogEntry>[] {
  return [
    {
      key: 'at',
      title: 'When',
      cell: ({ at }) => (
        <Tooltip label={ago(at)}>
          <time dateTime={at} className="log-time">
            {moment(at)}
          </time>
        </Tooltip>
      ),
    },
    {
      key: 'action',
      title: 'What',
      cell: (row) => (
        <>
          <Anchor component="button" type="button" onClick={() => open(row)} ta="start">
            {actionName(row.action)}
          </Anchor>
          <Text size="sm" c="dimmed">
            {summaryOf(row)}
          </Text>
        </>
      ),
    },
    {
      key: 'actor',
      title: 'Who',
      cell: ({ actor }) => (
        <>
          <Anchor component="button" type="button" onClick={() => set({ actor: actor.id })} ta="start">
            {actor.name}
          </Anchor>
          {actor.kind !== 'user' && (
            <Text size="sm" c="dimmed">
              {ACTOR_KINDS[actor.kind]}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'subject',
      title: 'About',
      cell: (row) => (
        <>
          <Subject entry={row} />
          <div>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => set({ subject: `${row.subject.kind}:${row.subject.id}` })}
              ta="start"
              aria-label={`${subjectName(row.subject.kind)}: all entries about it`}
            >
              {subjectName(row.subject.kind)}
            </Anchor>
          </div>
        </>
      ),
    },
  ]
}

/** The names of the first changed fields, and how many more there are. */
function summaryOf(entry: LogEntry): string {
  if (isOfSeries(entry))
    return joinNames([...new Set(changedSeries(entry, () => '').map(({ name }) => name))])
  if (!entry.before || !entry.after) return ''
  const events = changedEvents(entry)
  const fields = events
    ? events.flatMap((event) => event.fields)
    : entry.subject.kind === 'event'
      ? eventFields(entry.before, entry.after, (id) => id)
      : changedFields(entry)
  const text = joinNames([...new Set(fields.map((field) => field.name))])
  return events ? `${counted(events.length, 'event', 'events')}: ${text}` : text
}

function joinNames(names: string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}

function Download({ params }: { params: ReturnType<typeof toParams> }) {
  const [busy, setBusy] = useState(false)
  const save = () => {
    setBusy(true)
    saveFile('/audit-log.csv', params, 'audit-log.csv')
      .catch(failed)
      .finally(() => setBusy(false))
  }
  return (
    <Button variant="default" loading={busy} onClick={save}>
      Download CSV
    </Button>
  )
}
