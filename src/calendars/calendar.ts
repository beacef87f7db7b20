/** What a publisher says of a public calendar. */
export interface CalendarFields {
  name: string
  reference: string
  genre: string
  subGenre: string
  note: string
  /** The full address of an image; empty: none. */
  logo: string
  draft: boolean
}

/** A public calendar: what people subscribe to. */
export interface Calendar extends CalendarFields {
  id: string
  publisherId: number
  /** Leaves of the publisher's tree of categories, in the order given. */
  categories: Category[]
  /** The publisher's revision at the last change the calendar's feed shows. */
  version: number
  /** Epoch milliseconds. */
  created: number
  modified: number
}

export interface Category {
  id: string
  /** `Sports/Football`, as it was first spelled. */
  path: string
}
