import type { SplitRow } from './split-rows.ts'

/** Limits of a table: more than any list of events has. */
export const MAX_COLUMNS = 200
export const MAX_ROWS = 20_000
export const MAX_SHEETS = 20

/** A table of cells as text, of a file of any kind or pasted. Empty rows are left out; `line` counts them. */
export interface Sheet {
  /** Empty for a table that is not one of several. */
  name: string
  /** The cells of its rows come from a text with separators. */
  separated: boolean
  rows: SplitRow[]
}
