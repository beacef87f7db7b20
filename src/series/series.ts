import type { EventFields } from '../events/event.ts'

/** A series of events. */
export interface Series {
  id: string
  publisherId: number
  /** The home of its dates. */
  calendarId: string
  /** Further calendars that have its dates. */
  alsoIn: string[]
  private: boolean
  /** The publisher's own key; no event has it. */
  reference: string | null
  /** The references of its dates are this, `@` and the day; null: they have none. */
  dateReference: string | null
  /** The fields that its dates get, with the start and end of the first date that the rule gives. */
  fields: EventFields
  /** RFC 5545, 3.3.10. */
  rule: string
  /** Additional days, at the same time of day, YYYY-MM-DD. */
  include: string[]
  /** Ids of calendars; a date on a day with an all-day event in one of them is left out. */
  skipCalendars: string[]
  /** Dates are made up to this day, inclusive; `ENDED` if there are no more. */
  madeUntil: string
  /** Epoch ms. */
  created: number
  modified: number
}

/** `madeUntil` of a series that gives no more dates. */
export const ENDED = '9999-12-31'

/** Which dates a request is about: one, it and the later ones, or all. */
export type Scope = 'this' | 'following' | 'all'

/** A series as the API shows it. */
export interface SeriesRecord {
  series: Series
  /** Dates that it leaves out, in the form of `occurrence` of events. */
  exclude: string[]
  /** The number of its events. */
  dates: number
}
