import './audit-log.css'
import { Anchor, Button, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { LogEntry } from '../../../src/http/admin/audit-log-schemas.ts'
import { useList } from '../kit/data.ts'
import { useFilters } from '../kit/filters.tsx'
import { ago, list as listed, moment } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Page, Section } from '../kit/page.tsx'
import { SaveMenu, useSavedTables } from '../kit/save-menu.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { Empty } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { LogFilterBar, toParams, WHOLE_LOG } from './log-filters.tsx'
import { changedSeries, isOfSeries } from './series-words.ts'
import { Subject } from './subject.tsx'
import {
  actionName,
  ACTOR_KINDS,
  actorName,
  changedEvents,
  changedFields,
  eventFields,
  subjectName,
} from './words.ts'

/** The audit log, for owners. */
export function AuditLogPage() {
  if (useMay('owner')) return <Log />
  return (
    <Page title={words.shell.auditLog} text={words.auditLog.text}>
      <Empty title={words.auditLog.ownersOnly}>{words.auditLog.ownersOnlyText}</Empty>
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
    <Page title={words.shell.auditLog} text={words.auditLog.text} actions={download} wide>
      <LogFilterBar {...{ filters, set, changed, clear }} />
      <Section>
        <ListTable
          label={words.shell.auditLog}
          list={list}
          columns={columnsOf(setEntry, set)}
          rowKey={(row) => row.id}
          noun={words.auditLog.entries}
          empty={
            <Empty
              title={changed ? words.auditLog.noEntry : words.auditLog.nothing}
              action={changed && <Button onClick={clear}>{words.kit.clearFilters}</Button>}
            >
              {changed && words.auditLog.noEntryText}
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
      title: words.kit.when,
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
      title: words.auditLog.what,
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
      title: words.auditLog.who,
      cell: ({ actor }) => (
        <>
          <Anchor component="button" type="button" onClick={() => set({ actor: actor.id })} ta="start">
            {actorName(actor)}
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
      title: words.auditLog.about,
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
              aria-label={say(words.auditLog.allAbout, { kind: subjectName(row.subject.kind) })}
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
  return events ? sayCount(words.auditLog.eventsFields, events.length, { fields: text }) : text
}

function joinNames(names: string[]): string {
  const more = names.length - 3
  return listed(more > 0 ? [...names.slice(0, 3), sayCount(words.auditLog.moreFields, more)] : names)
}

function Download({ params }: { params: ReturnType<typeof toParams> }) {
  return <SaveMenu files={useSavedTables('/audit-log.csv', params, { at: { kind: 'moment' } })} />
}
