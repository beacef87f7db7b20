import { listCalendarsById } from '../../calendars/calendar-store.ts'
import { findDeletedNames } from '../../calendars/deleted-calendar-store.ts'
import type { Db } from '../../db/database.ts'
import { listOrigins, type OriginCounts } from '../../statistics/origins.ts'
import type { Period } from '../../statistics/period.ts'
import type { OriginKind } from '../../statistics/statistic.ts'
import { listWidgets } from '../../widgets/widget-store.ts'
import type { Overview } from './overview-schemas.ts'

const SHOWN = 50

/** Counts the people who joined and left by calendar, widget or campaign, with the names of these. */
export async function readOrigins(
  db: Db,
  publisherId: number,
  kind: OriginKind,
  { days, before }: Period,
): Promise<Overview['calendars']> {
  const span = { from: days[0]!.day, to: days.at(-1)!.day }
  const all = await listOrigins(db, publisherId, kind, span, before)
  const shown = all.slice(0, SHOWN)
  const keys = shown.map(({ key }) => key)
  const nameOf = await namesOf(db, publisherId, kind, keys)
  return {
    rows: shown.map((row) => ({ ...row, ...nameOf(row.key) })),
    others: sumOf(all.slice(SHOWN)),
  }
}

/** Returns the name of a key, and if it is of something that was deleted. */
async function namesOf(
  db: Db,
  publisherId: number,
  kind: OriginKind,
  keys: string[],
): Promise<(key: string) => { name: string; deleted: boolean }> {
  if (kind === 'campaign') return (name) => ({ name, deleted: false })
  const here: { id: string; name: string }[] =
    kind === 'widget' ? await listWidgets(db, publisherId) : await listCalendarsById(db, publisherId, keys)
  const names = new Map(here.map(({ id, name }) => [id, name]))
  const deleted: Map<string, string> =
    kind === 'calendar' ? await findDeletedNames(db, publisherId, keys) : new Map<string, string>()
  return (key) => ({
    name: names.get(key) ?? deleted.get(key) ?? '',
    deleted: key !== '' && !names.has(key),
  })
}

function sumOf(rows: OriginCounts[]): Overview['calendars']['others'] {
  const sum = (valueOf: (row: OriginCounts) => number) => rows.reduce((total, row) => total + valueOf(row), 0)
  return {
    count: rows.length,
    joined: sum(({ joined }) => joined),
    left: sum(({ left }) => left),
    before: { joined: sum(({ before }) => before.joined), left: sum(({ before }) => before.left) },
  }
}
