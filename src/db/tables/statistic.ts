/**
 * Daily counts, for the charts of the admin portal. The names are in `statistics/statistic.ts`. Primary key:
 * publisher_id, name, day.
 */
export interface DailyStatisticTable {
  publisher_id: number
  name: string
  day: string // YYYY-MM-DD, UTC
  value: number
}
