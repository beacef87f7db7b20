/**
 * What is counted by day, for the charts of the portal. Primary key: publisher_id, name, day. A name is one of
 * `figures/figure.ts`.
 */
export interface DailyFigureTable {
  publisher_id: number
  name: string
  day: string // YYYY-MM-DD, UTC
  value: number
}
