import type { Ms } from './index.ts'

/** A public calendar. Primary key: publisher_id, id. Unique: publisher_id, reference. */
export interface CalendarTable {
  publisher_id: number
  id: string
  name: string
  reference: string // the publisher's own key
  genre: string
  sub_genre: string
  note: string
  logo: string // empty: none
  draft: 0 | 1
  event_pages: 0 | 1 // 1: each event has a public page
  version: number // the publisher's revision at the last change its feed shows
  version_at: Ms
  created: Ms
  modified: Ms
}

/** A deleted calendar, whose feed says that it has ended. Primary key: publisher_id, id. */
export interface DeletedCalendarTable {
  publisher_id: number
  id: string
  name: string // empty: it was a draft
  deleted_at: Ms
}

/** A node of the publisher's tree of categories. Primary key: publisher_id, id. Unique: publisher_id, path_key. */
export interface CategoryTable {
  publisher_id: number
  id: string
  path: string // 'Sports/Football', as first spelled
  path_key: string // the path in lower case
}

/** Primary key: publisher_id, calendar_id, category_id. */
export interface CalendarCategoryTable {
  publisher_id: number
  calendar_id: string
  category_id: string
  position: number
}
