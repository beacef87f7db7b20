import { Drawer, Stack, Table, Text } from '@mantine/core'
import type { LogEntry } from '../../../src/http/admin/audit-log-schemas.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { Copyable } from '../kit/copy.tsx'
import { moment } from '../kit/format.ts'
import { Say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { BulkChanges } from './bulk-changes.tsx'
import { SeriesChanges } from './series-changes.tsx'
import { isOfSeries } from './series-words.ts'
import { Subject } from './subject.tsx'
import { UndoEntry } from './undo-entry.tsx'
import {
  actionName,
  ACTOR_KINDS,
  actorName,
  changedEvents,
  type ChangedField,
  changedFields,
  eventFields,
  isUndoable,
  subjectName,
} from './words.ts'

/** One entry of the log, with each changed field before and after. */
export function EntryDrawer({ entry, onClose }: { entry: LogEntry | null; onClose: () => void }) {
  const { calendars } = useCalendarNames()
  const names = new Map(calendars.map(({ id, name }) => [id, name]))
  // A deleted calendar has only its id, by which the log has its entries.
  const calendarName = (id: string) => names.get(id) ?? id
  return (
    <Drawer
      opened={entry !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={entry && actionName(entry.action)}
      styles={{ title: { fontSize: 20, fontWeight: 650 } }}
      closeButtonProps={{ 'aria-label': words.kit.close }}
    >
      {entry && <Details {...{ entry, calendarName, onClose }} />}
    </Drawer>
  )
}

interface DetailsProps {
  entry: LogEntry
  calendarName: (id: string) => string
  onClose: () => void
}

function Details({ entry, calendarName, onClose }: DetailsProps) {
  const events = changedEvents(entry, calendarName)
  const { at, actor, subject, action, requestId } = entry
  return (
    <Stack gap="md">
      <Table
        aria-label={words.auditLog.entry}
        className="facts"
        withRowBorders={false}
        layout="fixed"
        verticalSpacing={4}
      >
        <Table.Tbody>
          <Fact name={words.kit.when}>{moment(at)}</Fact>
          <Fact name={words.auditLog.who}>
            <Say
              text={words.auditLog.actorOfKind}
              values={{
                name: actorName(actor),
                kind: (
                  <Text span size="sm" c="dimmed">
                    {ACTOR_KINDS[actor.kind]}
                  </Text>
                ),
              }}
            />
          </Fact>
          <Fact name={words.auditLog.action}>
            <span className="mono">{action}</span>
          </Fact>
          <Fact name={subjectName(subject.kind)}>
            <Subject entry={entry} />
            <Copyable value={subject.id} what={words.kit.theId} />
          </Fact>
          {requestId && (
            <Fact name={words.auditLog.request}>
              <Copyable value={requestId} what={words.auditLog.idOfRequest} />
            </Fact>
          )}
        </Table.Tbody>
      </Table>
      {isOfSeries(entry) ? (
        <OfSeries {...{ entry, calendarName, onClose }} />
      ) : events ? (
        <BulkChanges id={entry.id} events={events} onDone={onClose} />
      ) : (
        <>
          {isUndoable(entry) && <UndoEntry id={entry.id} onDone={onClose} />}
          <Changes entry={entry} fields={fieldsOf(entry, calendarName)} />
        </>
      )}
    </Stack>
  )
}

/** A change of one date is said by its fields, one of more dates by what it did to the series. */
function OfSeries({ entry, calendarName, onClose }: DetailsProps) {
  const ofOne = { ...entry, before: ownOf(entry.before), after: ownOf(entry.after) }
  return (
    <>
      {entry.subject.kind === 'event' && <Changes entry={ofOne} fields={fieldsOf(ofOne, calendarName)} />}
      <SeriesChanges {...{ entry, calendarName }} onDone={onClose} />
    </>
  )
}

function fieldsOf(entry: LogEntry, calendarName: (id: string) => string): ChangedField[] {
  const { subject, before, after } = entry
  return subject.kind === 'event' && before && after
    ? eventFields(before, after, calendarName)
    : changedFields({ before: ownOf(before), after: ownOf(after) }, calendarName)
}

function ownOf(fields: LogEntry['before']): LogEntry['before'] {
  const { series: _, ownFields: __, makings: ___, ...own } = fields ?? {}
  return Object.keys(own).length > 0 ? own : null
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th w={120} scope="row">
        {name}
      </Table.Th>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{children}</Table.Td>
    </Table.Tr>
  )
}

function Changes({ entry, fields }: { entry: LogEntry; fields: ChangedField[] }) {
  if (fields.length === 0) return <Text c="dimmed">{words.auditLog.noFields}</Text>
  return (
    <Table aria-label={words.auditLog.changedFields} layout="fixed" className="changes">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.auditLog.field}</Table.Th>
          {entry.before && <Table.Th>{words.auditLog.before}</Table.Th>}
          {entry.after && <Table.Th>{words.auditLog.after}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map(({ name, before, after }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            {entry.before && <Table.Td>{before ?? '–'}</Table.Td>}
            {entry.after && <Table.Td>{after ?? '–'}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
