import { EVENT_FIELDS, type FieldValues } from './event-fields.ts'

/**
 * The fields of an event that a publisher sets. Days are local calendar dates, YYYY-MM-DD; `endDate` of an
 * all-day event is its last day. Times are local, HH:MM; null for an all-day event.
 */
export interface EventFields extends FieldValues {
  /** Epoch ms; for an all-day event its first midnight and the one after its last day. */
  startAt: number
  endAt: number
  quickLinks: QuickLink[]
  /** Names of links that have no address yet; never shown. */
  linkNames: LinkName[]
  /** True if an import created the event; never shown. */
  imported: boolean
}

export interface QuickLink {
  /** 1 to 10. */
  position: number
  name: string
  url: string
}

export type LinkName = Pick<QuickLink, 'position' | 'name'>

export interface CalendarEvent extends EventFields {
  id: string
  publisherId: number
  /** Its home. */
  calendarId: string
  /** The other public calendars that have it, in their order. */
  alsoIn: string[]
  private: boolean
  /** The code in the addresses of its quick links; empty: it has none yet. */
  linkCode: string
  /** The series that the event is a date of; null: none. */
  seriesId: string | null
  /** The local start that the rule of the series gave: `YYYY-MM-DDTHH:MM`, or `YYYY-MM-DD` when it lasts all day. */
  occurrence: string | null
  /** Fields of a date of a series that were changed by hand: changes of the whole series leave them. */
  ownFields: string[]
  /** RFC 5545 SEQUENCE: rises with each change that subscribers can see. */
  sequence: number
  /** Epoch ms. */
  created: number
  modified: number
}

/** The calendars that have an event, its home first. */
export function calendarsOf({ calendarId, alsoIn }: Pick<CalendarEvent, 'calendarId' | 'alsoIn'>): string[] {
  return [calendarId, ...alsoIn]
}

/** True if a calendar has the event. */
export function isIn(event: Pick<CalendarEvent, 'calendarId' | 'alsoIn'>, calendarId: string): boolean {
  return event.calendarId === calendarId || event.alsoIn.includes(calendarId)
}

/** The columns and extras of an event that belongs to no series. */
export const NO_SERIES = { seriesId: null, occurrence: null, ownFields: [] }

/** Returns the event with the fields that differ from `before` marked as changed by hand, if it is a date of a series. */
export function changedByHand<Event extends CalendarEvent>(before: CalendarEvent, after: Event): Event {
  if (after.seriesId === null) return after
  const changed = differingNames(after, before).filter((name) => !NOT_OWN.has(name))
  return { ...after, ownFields: [...new Set([...before.ownFields, ...changed])].sort() }
}

/** The names among these properties that a date of a series can have for itself. */
export function namesByHand(properties: object): string[] {
  return Object.keys(properties).filter((name) => !NOT_OWN.has(name))
}

/** Properties that say nothing of a series: they follow from others, or belong to one event alone. */
const NOT_OWN = new Set([
  ...['id', 'publisherId', 'seriesId', 'occurrence', 'ownFields', 'sequence', 'created', 'modified'],
  ...['startAt', 'endAt', 'linkCode', 'imported'],
])

/** Compares two versions of an event. `hidden`: only fields differ that subscribers don't see. */
export function difference(before: EventFields, after: EventFields): 'none' | 'hidden' | 'visible' {
  const changed = differingNames(before, after)
  if (changed.length === 0) return 'none'
  return changed.every(isHidden) ? 'hidden' : 'visible'
}

/** The names of the properties of `after` that have another value in `before`. */
export function differingNames(before: object, after: object): string[] {
  const [was, is] = [before, after] as Record<string, unknown>[]
  return Object.keys(after).filter((name) => !isSame(was![name], is![name]))
}

/** True if both are the same value, or are objects that are the same as JSON. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  return typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other)
}

/** True if subscribers don't see the property. */
export function isHidden(name: string): boolean {
  if (name in NO_SERIES) return true
  return name in EVENT_FIELDS && EVENT_FIELDS[name as keyof FieldValues].hidden === true
}
