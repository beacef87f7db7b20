import { createHash } from 'node:crypto'
import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { Db } from '../../db/database.ts'
import { type CalendarEvent, calendarsOf, type EventFields } from '../../events/event.ts'
import type { ImportTarget } from '../../imports/import-events.ts'
import type { ImportFile } from '../../imports/import-file.ts'
import type { Source, SourceOptions } from '../../imports/import-source.ts'
import type { ImportPlan, PlannedChange } from '../../imports/plan-import.ts'
import { TABLE_FIELD_NAMES } from '../../imports/table-fields.ts'
import { pauser } from '../../pause.ts'
import type { ChangedEvent, JoinedEvent, ListedEvent, Preview } from './imports-schemas.ts'

/** Events of each kind in a preview. */
const SHOWN = 200

/** Fields derived from others, or not set by users. */
const NOT_SHOWN = new Set(['alsoIn', 'startAt', 'endAt', 'imported', 'reference'])

export async function presentPlan(
  db: Db,
  target: ImportTarget,
  source: Source,
  file: ImportFile,
  plan: ImportPlan,
  options: SourceOptions,
): Promise<Preview> {
  const { added, changed, joined, removed, unchanged, faults } = plan
  const { notes, droppedAlarms } = file
  const { id, name } = target.calendar
  const unread = faults.length > 0 ? 'faults' : file.records.length === 0 ? 'empty' : null
  return {
    calendar: { id, name },
    source,
    table: file.table ? { ...file.table, fields: TABLE_FIELD_NAMES } : null,
    counts: {
      added: added.length,
      changed: changed.length,
      joined: joined.length,
      removed: removed.length,
      unchanged: unchanged.length,
      faults: faults.length,
      notes: notes.length,
      droppedAlarms,
    },
    added: added.slice(0, SHOWN).map(({ event, record }) => listed(event, record.line)),
    changed: changed.slice(0, SHOWN).map(presentChange),
    joined: await presentJoined(db, target, joined.slice(0, SHOWN)),
    removed: removed.slice(0, SHOWN).map((event) => listed(event)),
    unchanged: unchanged.slice(0, SHOWN).map((event) => listed(event)),
    faults: faults.slice(0, SHOWN),
    notes: notes.slice(0, SHOWN),
    nothingRemoved: options.removeMissing ? unread : null,
    digest: await digestOf(plan),
  }
}

/** Returns a hash that stays the same while the import would make the same changes. */
async function digestOf({ added, changed, joined, removed }: ImportPlan): Promise<string> {
  const pause = pauser()
  const hash = createHash('sha256')
  for (const { event } of added) {
    hash.update(`+${JSON.stringify(event)}\n`)
    await pause()
  }
  for (const { before, after } of changed) {
    hash.update(`~${before.modified}${JSON.stringify(after)}\n`)
    await pause()
  }
  for (const { after } of joined) {
    hash.update(`=${after.id} ${calendarsOf(after).join()}\n`)
    await pause()
  }
  for (const { id } of removed) hash.update(`-${id}\n`)
  return hash.digest('hex')
}

async function presentJoined(
  db: Db,
  { publisher }: ImportTarget,
  joined: PlannedChange[],
): Promise<JoinedEvent[]> {
  const ids = [...new Set(joined.flatMap(({ before }) => calendarsOf(before)))]
  const calendars = await listCalendarsById(db, publisher.id, ids)
  const names = new Map(calendars.map(({ id, name }) => [id, name]))
  return joined.map(({ record, before }) => ({
    ...listed(before, record.line),
    calendars: calendarsOf(before).flatMap((id) => names.get(id) ?? []),
  }))
}

function presentChange({ record, before, after }: PlannedChange): ChangedEvent {
  const [was, is] = [flat(before), flat(after)]
  const fields = Object.keys({ ...was, ...is })
    .filter((field) => (was[field] ?? '') !== (is[field] ?? ''))
    .map((field) => ({ field, before: was[field] ?? '', after: is[field] ?? '' }))
  return { ...listed(after, record.line), fields }
}

function listed(event: EventFields & { id?: string }, line: number | null = null): ListedEvent {
  const { id = null, reference, name, location, startDate, startTime, endDate, endTime, timezone } = event
  return {
    ...{ line, id, reference: reference ?? '', name, location },
    ...{ startDate, startTime, endDate, endTime, timezone },
  }
}

/** Returns the fields of an event as texts, for comparison. */
function flat(event: CalendarEvent): Record<string, string> {
  const { id: _, publisherId: _p, calendarId: _c, private: _s, sequence: _q, created: _n, ...rest } = event
  const { modified: _m, ...fields } = rest
  const all: [string, unknown][] = Object.entries(fields)
  return Object.fromEntries(
    all.filter(([field]) => !NOT_SHOWN.has(field)).map(([field, value]) => [field, textOf(field, value)]),
  )
}

function textOf(field: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field === 'quickLinks') {
    const links = value as EventFields['quickLinks']
    return links.map(({ name, url }) => `${name}: ${url}`).join(', ')
  }
  if (field === 'linkNames') return (value as EventFields['linkNames']).map(({ name }) => name).join(', ')
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
