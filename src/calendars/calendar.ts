import type { CalendarFields } from './calendar-fields.ts'

/** A public calendar, which people can subscribe to. */
export interface Calendar extends CalendarFields {
  id: string
  publisherId: number
  /** The calendar's categories, in the publisher's order. */
  categories: Category[]
  /** The publisher's revision at the last change that is visible in the calendar's feed. */
  version: number
  /** Epoch ms. */
  created: number
  modified: number
}

export interface Category {
  id: string
  /** `Sports/Football`, in its first spelling. */
  path: string
}
