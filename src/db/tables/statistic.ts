/**
 * Daily counts, for the charts of the admin portal. The names are in `statistics/statistic.ts`. Primary key:
 * publisher_id, name, day.
 */
export interface DailyStatisticTable {
  publisher_id: number
  name: string
  day: string // YYYY-MM-DD in the publisher's zone; before 0.2 in UTC
  value: number
}

/**
 * The same counts by what they are about: a calendar, a widget, a campaign, a link. Apart, since there are many of
 * them, and they are read by day. Primary key: publisher_id, day, name.
 */
export interface DailyDetailTable {
  publisher_id: number
  day: string
  name: string
  value: number
}

/**
 * The names of a quick link of a public event that was clicked, as of the last click: the event may be deleted since.
 * Primary key: publisher_id, event_id, position.
 */
export interface ClickedLinkTable {
  publisher_id: number
  event_id: string
  position: number
  event_name: string
  event_date: string // YYYY-MM-DD, local
  link_name: string
}
