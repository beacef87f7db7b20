import type { Static } from 'typebox'
import { Type } from 'typebox'
import { checker } from '../check.ts'
import { isId } from '../ids.ts'
import { tooManyCells } from '../imports/split-rows.ts'
import { keyOfAddress, readFeedAddress } from '../redirects/feed-address.ts'
import { Email, Text } from '../schemas.ts'
import { ANSWERS, profileOf } from '../subscribers/answers.ts'
import type { Profile } from '../subscribers/subscriber.ts'
import type { SubscriberColumn } from './import-columns.ts'

/** At most this many calendars, and feed addresses, in a row. */
const MOST = 1000
const YES = /^(yes|y|true|1|x|active|subscribed)$/i
const NO = /^(no|n|false|0|inactive|unsubscribed|deleted|left)$/i

/** A parsed row: one person. */
export interface SubscriberRow {
  line: number
  email: string
  /** The person's identifier, to be kept; empty if there is none or it is not a valid id. */
  id: string
  /** The identifier as written in the table. */
  oldId: string
  active: boolean
  profile: Profile
  /** Null if the table has no such column. */
  calendarIds: string[] | null
  /** Epoch ms; null if the table has no such value. */
  created: number | null
  /** Keys of the person's old feed addresses. */
  addressKeys: string[]
}

export interface RowRules {
  columns: SubscriberColumn[]
  /** Calendar ids by id and by reference. */
  calendars: Map<string, string>
  /** Create a new id for persons whose identifier can't be kept; otherwise such a row is an error. */
  newIds: boolean
  now: number
}

const Fields = Type.Object({
  email: Email,
  secondary_email: Type.Optional(Email),
  ...ANSWERS,
  reference: Type.Optional(Text(0, 255)),
  application: Type.Optional(Text(0, 60)),
  custom_fields: Type.Array(Type.Object({ name: Text(1, 100), value: Text(0, 1000) }), { maxItems: 50 }),
})
const check = checker(Fields, 'Subscriber')
const CONSENTS = ['optin', 'secondary_optin', 'optin3', 'optin4'] as const

/** Parses a row. Returns all its errors in one line otherwise. */
export function readSubscriberRow(
  { line, cells }: { line: number; cells: string[] },
  rules: RowRules,
): { row: SubscriberRow } | { fault: string } {
  const tooWide = tooManyCells(cells, rules.columns.length)
  if (tooWide) return { fault: tooWide }
  const values: Partial<Record<NonNullable<SubscriberColumn>, string>> = {}
  const custom: { name: string; value: string }[] = []
  rules.columns.forEach((column, index) => {
    const cell = cells[index] ?? ''
    if (column === undefined || cell === '') return
    if (column.startsWith('custom:')) custom.push({ name: column.slice('custom:'.length), value: cell })
    else values[column] = cell
  })
  const faults: string[] = []
  const fields = { ...values, custom_fields: custom }
  faults.push(...Object.values(check(fields) ?? {}))
  const row: SubscriberRow = {
    line,
    email: values.email ?? '',
    ...readIdentifier(values.svc_id ?? '', rules, faults),
    active: readSwitch(values.active, 'active', faults) ?? true,
    profile:
      faults.length > 0 ? {} : readProfile(fields as Static<typeof Fields>, readConsents(values, faults)),
    calendarIds: rules.columns.includes('calendars')
      ? readCalendars(values.calendars ?? '', rules, faults)
      : null,
    created: readCreated(values.created, rules.now, faults),
    addressKeys: readAddresses(values.feed_address ?? '', faults),
  }
  return faults.length > 0 ? { fault: faults.join('; ') } : { row }
}

function readIdentifier(oldId: string, { newIds }: RowRules, faults: string[]) {
  const fits: boolean = oldId === '' || isId(oldId)
  if (fits) return { id: oldId, oldId }
  if (!newIds)
    faults.push(`Subscriber svc_id must be 24 lower-case hex characters to be kept, not "${oldId}"`)
  return { id: '', oldId }
}

function readSwitch(cell: string | undefined, field: string, faults: string[]): boolean | undefined {
  if (cell === undefined) return undefined
  if (YES.test(cell)) return true
  if (!NO.test(cell)) faults.push(`Subscriber ${field} must be yes or no, not "${cell}"`)
  return false
}

function readConsents(values: Partial<Record<string, string>>, faults: string[]): boolean[] | undefined {
  if (!CONSENTS.some((field) => values[field] !== undefined)) return undefined
  return CONSENTS.map((field) => readSwitch(values[field], field, faults) ?? false)
}

function readProfile(values: Static<typeof Fields>, optins: boolean[] | undefined): Profile {
  return profileOf(values, {
    secondaryEmail: values.secondary_email,
    reference: values.reference,
    customFields: values.custom_fields.length > 0 ? values.custom_fields : undefined,
    optins,
    applications: values.application ? [values.application] : undefined,
  })
}

/**
 * Parses calendar ids or references, separated by `;`, `|` or `,`, or as a JSON list. A reference may contain
 * a separator, so the whole cell is tried first.
 */
function readCalendars(cell: string, { calendars }: RowRules, faults: string[]): string[] {
  if (cell === '') return []
  const whole = calendars.get(cell)
  if (whole) return [whole]
  const names = cell
    .replace(/^\[|\]$/g, '')
    .split(/[;|,]/)
    .map((name) => name.trim().replace(/^"|"$/g, ''))
    .filter(Boolean)
  if (names.length > MOST) faults.push(`Subscriber calendars must be at most ${MOST}`)
  const unknown = names.filter((name) => !calendars.has(name))
  if (unknown.length > 0) faults.push(`There is no calendar [${unknown.slice(0, 10).join('], [')}]`)
  return [...new Set(names.flatMap((name) => calendars.get(name) ?? []))]
}

/** Parses ISO 8601, unix seconds or milliseconds. Times without an offset are UTC. */
function readCreated(cell: string | undefined, now: number, faults: string[]): number | null {
  if (cell === undefined) return null
  const digits = /^\d{9,13}$/.test(cell) ? Number(cell) * (cell.length > 10 ? 1 : 1000) : NaN
  const iso = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(cell)
  const at = iso
    ? Date.parse(iso && !/Z|[+-]\d{2}:?\d{2}$/.test(cell.slice(10)) && cell.length > 10 ? `${cell}Z` : cell)
    : digits
  if (at > 0 && at <= now) return at
  faults.push(`Subscriber created must be a time of the past, such as 2024-05-01T10:00:00Z, not "${cell}"`)
  return null
}

function readAddresses(cell: string, faults: string[]): string[] {
  try {
    const addresses = cell.split(/\s+/).filter(Boolean).slice(0, MOST)
    return [...new Set(addresses.map((address) => keyOfAddress(readFeedAddress(address))))]
  } catch (error) {
    faults.push((error as Error).message)
    return []
  }
}
