import type { Revision } from '../revisions/revision.ts'
import { type CalendarEvent, calendarsOf, differingNames, isHidden, isIn } from './event.ts'

/** The kinds of changes, in the order in which a change names them. */
export const CHANGE_KINDS = ['removed', 'moved', 'place', 'calledOff', 'onAgain', 'title', 'text'] as const

/**
 * A difference that subscribers can see. `removed`: deleted, hidden as a draft, or taken out of the calendar.
 * `moved`: start, end, zone or all day. `text`: details, links, or anything else that feeds show.
 */
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Readers of a change are counted for this long, in milliseconds. */
export const COUNTED_MS = 14 * 86_400_000

/** The fields of a picture, in the order of its record. */
export const PICTURED = [
  'name',
  'location',
  'startDate',
  'startTime',
  'endDate',
  'endTime',
  'timezone',
  'cancelled',
] as const satisfies (keyof CalendarEvent)[]

/** The short texts and times of an event, as they were or are. */
export type EventPicture = Pick<CalendarEvent, (typeof PICTURED)[number]>

/** A change of an event that the subscribers of one of its calendars can see. Times are epoch ms. */
export interface EventChange {
  revision: number
  eventId: string
  /** A calendar that had it before the change. */
  calendarId: string
  /** The owner of a private event; null for a public one. */
  subscriberId: string | null
  kinds: ChangeKind[]
  /** Null for a private event, whose texts are not kept. */
  before: EventPicture | null
  /** Null for a private event, and if it was removed. */
  after: EventPicture | null
  startBefore: number
  /** Null: removed. */
  startAfter: number | null
  /** The later end of both. If it is at most `at`, the event had ended. */
  endAt: number
  at: number
}

/** A change whose owner is not known yet. */
export type NewChange = Omit<EventChange, 'subscriberId'> & { private: boolean }

/**
 * Compares two versions of an event; returns a change for each calendar whose subscribers see a difference. Being
 * added to a calendar is none.
 */
export function changesOf(before: CalendarEvent, after: CalendarEvent, revision: Revision): NewChange[] {
  const kinds = kindsOf(before, after)
  return removalsOf(before, revision).flatMap((removal) => {
    if (after.draft || !isIn(after, removal.calendarId)) return [removal]
    if (kinds.length === 0) return []
    return [
      {
        ...removal,
        kinds,
        after: after.private ? null : pictureOf(after),
        startAfter: after.startAt,
        endAt: Math.max(before.endAt, after.endAt),
      },
    ]
  })
}

/** Returns the changes of an event that is gone, for each of its calendars. No subscriber saw a draft. */
export function removalsOf(event: CalendarEvent, { number, at }: Revision): NewChange[] {
  if (event.draft) return []
  return calendarsOf(event).map((calendarId) => ({
    revision: number,
    eventId: event.id,
    calendarId,
    private: event.private,
    kinds: ['removed'],
    before: event.private ? null : pictureOf(event),
    after: null,
    startBefore: event.startAt,
    startAfter: null,
    endAt: event.endAt,
    at,
  }))
}

function kindsOf(before: CalendarEvent, after: CalendarEvent): ChangeKind[] {
  const differing = new Set(differingNames(before, after))
  const differs = (...names: (keyof CalendarEvent)[]) => names.some((name) => differing.has(name))
  const seen: Record<ChangeKind, boolean> = {
    removed: false,
    moved: differs('startAt', 'endAt', 'startDate', 'startTime', 'endDate', 'endTime', 'timezone'),
    place: differs('location'),
    calledOff: !before.cancelled && after.cancelled,
    onAgain: before.cancelled && !after.cancelled,
    title: differs('name'),
    text: [...differing].some((name) => !NO_TEXT.has(name) && !isHidden(name)),
  }
  return CHANGE_KINDS.filter((kind) => seen[kind])
}

/** Properties that have a kind of their own, and those that are no fields. */
const NO_TEXT = new Set<string>([
  ...PICTURED,
  ...['calendarId', 'alsoIn', 'startAt', 'endAt', 'sequence', 'modified'],
])

function pictureOf(event: EventPicture): EventPicture {
  return Object.fromEntries(PICTURED.map((name) => [name, event[name]])) as EventPicture
}
