import { createHash } from 'node:crypto'
import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { Db } from '../../db/database.ts'
import { type CalendarEvent, calendarsOf, type EventFields } from '../../events/event.ts'
import { placesOf } from '../../imports/home-places.ts'
import type { ImportFault, ImportFile, ImportTable } from '../../imports/import-file.ts'
import type { Source, SourceOptions } from '../../imports/import-source.ts'
import type { ImportTarget } from '../../imports/import-target.ts'
import { countPlan, datesOf, type ImportPlan, listPlan } from '../../imports/plan-import.ts'
import type { PlannedSeries } from '../../imports/plan-import-series.ts'
import { TABLE_FIELD_NAMES } from '../../imports/table-fields.ts'
import { pauser } from '../../pause.ts'
import { reasonsOf, withReason } from '../../reasons/reason.ts'
import type { ChangedEvent, JoinedEvent, ListedEvent, ListedSeries, Preview } from './imports-schemas.ts'

/** Events of each kind in a preview. */
const SHOWN = 200

/** Faults are mended one by one and saved as a file. */
const FAULTS_SHOWN = 1000

const EXCLUDED_SHOWN = 20

/** Fields derived from others, or not set by users. */
const NOT_SHOWN = new Set([
  ...['alsoIn', 'startAt', 'endAt', 'imported', 'reference', 'linkCode'],
  ...['seriesId', 'occurrence', 'ownFields'],
])

export async function presentPlan(
  db: Db,
  target: ImportTarget,
  source: Source,
  file: ImportFile,
  plan: ImportPlan,
  options: SourceOptions,
): Promise<Preview> {
  const { faults } = plan
  const { added, changed, joined, removed, unchanged } = listPlan(plan)
  const { series, dates } = countPlan(plan)
  const { notes, droppedAlarms } = file
  const { id, name } = target.calendar
  const unread =
    faults.length > 0 ? 'faults' : file.records.length + file.series.length === 0 ? 'empty' : null
  return {
    calendar: { id, name },
    source,
    table: file.table ? await presentTable(db, target, file.table, options) : null,
    counts: {
      added: added.length,
      changed: changed.length,
      joined: joined.length,
      removed: removed.length,
      unchanged: unchanged.length,
      ...{ series, dates },
      faults: faults.length,
      notes: notes.length,
      droppedAlarms,
    },
    series: plan.series.slice(0, SHOWN).map(presentSeries),
    added: added.slice(0, SHOWN).map(({ event, line }) => listed(event, line)),
    changed: changed.slice(0, SHOWN).map(presentChange),
    joined: await presentJoined(db, target, joined.slice(0, SHOWN)),
    removed: removed.slice(0, SHOWN).map((event) => listed(event)),
    unchanged: unchanged.slice(0, SHOWN).map((event) => listed(event)),
    faults: faults.slice(0, FAULTS_SHOWN).map(presentFault),
    notes: notes.slice(0, SHOWN).map(presentTold),
    nothingRemoved: options.removeMissing ? unread : null,
    digest: await digestOf(plan),
  }
}

async function presentTable(
  db: Db,
  { publisher, calendar }: ImportTarget,
  { settings: _, headings: _h, homes, ...table }: ImportTable,
  options: SourceOptions,
): Promise<Preview['table']> {
  const places = await placesOf(
    db,
    publisher.id,
    calendar.id,
    homes.map(({ team }) => team),
  )
  const withPlaces = homes.map(({ team, rows }) => ({ team, rows, place: places.get(team) ?? '' }))
  return { ...table, homes: withPlaces, settings: presentSettings(options), fields: TABLE_FIELD_NAMES }
}

/** The options of an import as requests have them. */
export function presentSettings(options: SourceOptions) {
  const { draft, removeMissing, join = false, minutes = null, location = '' } = options
  const { sheet, headingLine, columns, dateOrder = null, title, places, withoutTime = null } = options
  return {
    mapping: {
      ...(columns && { columns }),
      dateOrder,
      ...(sheet !== undefined && { sheet }),
      ...(headingLine !== undefined && { headingLine }),
      ...(title !== undefined && { title }),
    },
    options: {
      ...{ draft, removeMissing, join, withoutTime },
      ...{ defaultMinutes: minutes, defaultLocation: location, ...(places && { places }) },
    },
  }
}

function presentFault({ line, message, errors, cells }: ImportFault): Preview['faults'][number] {
  const filled = cells && Object.entries(cells).map(([field, cell = '']) => [field, cell] as const)
  return {
    ...presentTold({ line, message }),
    ...(errors && { errors, reasons: reasonsOf(errors) }),
    ...(filled && { cells: Object.fromEntries(filled) }),
  }
}

/** A fault or note without its cells. */
export function presentTold({ line, message }: ImportFault) {
  return { line, message, ...withReason(message) }
}

/** Returns a hash that stays the same while the import would make the same changes. */
async function digestOf(plan: ImportPlan): Promise<string> {
  const { added, changed, joined, removed } = plan
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
  for (const { kind, series, excluded, dates } of plan.series) {
    const { rule, include, reference, fields } = series
    hash.update(`${kind}${JSON.stringify([reference, rule, include, excluded, fields])}\n`)
    const fieldsOf = ({ id: _, seriesId: _s, modified: _m, ...event }: Identified) => JSON.stringify(event)
    for (const event of dates.added) hash.update(`+${fieldsOf(event)}\n`)
    for (const { before, after } of dates.changed)
      hash.update(`~${before.modified}${before.id}${fieldsOf(after)}\n`)
    for (const { id } of dates.removed) hash.update(`-${id}\n`)
    await pause()
  }
  for (const { id } of plan.dissolved) hash.update(`/${id}\n`)
  return hash.digest('hex')
}

/** The properties in which two plans of the same import differ: ids of what is new, and time stamps. */
type Identified = { id: string; seriesId?: string | null; modified?: number }

async function presentJoined(db: Db, { publisher }: ImportTarget, joined: Listed[]): Promise<JoinedEvent[]> {
  const ids = [...new Set(joined.flatMap(({ before }) => calendarsOf(before)))]
  const calendars = await listCalendarsById(db, publisher.id, ids)
  const names = new Map(calendars.map(({ id, name }) => [id, name]))
  return joined.map(({ line, before }) => ({
    ...listed(before, line),
    calendars: calendarsOf(before).flatMap((id) => names.get(id) ?? []),
  }))
}

/** An event of a plan before and after the import. */
type Listed = ReturnType<typeof listPlan>['changed'][number]

function presentSeries(planned: PlannedSeries): ListedSeries {
  const { kind, record, before, series, excluded, dates } = planned
  const { rule, fields } = series
  const days = (kind === 'removed' ? dates.removed : datesOf(planned)).map(({ startDate }) => startDate)
  return {
    ...listed({ ...fields, ...(before && { id: before.id }) }, record?.line),
    ...{ change: kind, rule },
    ruleBefore: before && before.rule !== rule ? before.rule : null,
    lastDate: days.sort().at(-1) ?? fields.startDate,
    exclude: excluded.slice(0, EXCLUDED_SHOWN),
    dates: {
      ...{ added: dates.added.length, changed: dates.changed.length },
      ...{ removed: dates.removed.length, unchanged: dates.unchanged.length },
    },
  }
}

function presentChange({ line, before, after }: Listed): ChangedEvent {
  const [was, is] = [flat(before), flat(after)]
  const fields = Object.keys({ ...was, ...is })
    .filter((field) => (was[field] ?? '') !== (is[field] ?? ''))
    .map((field) => ({ field, before: was[field] ?? '', after: is[field] ?? '' }))
  return { ...listed(after, line), fields }
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
