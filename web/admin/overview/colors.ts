/** Colours of charts, which `overview.css` sets for light and dark pages. */
export const COLORS = { first: 'var(--accent)', second: 'var(--ink-soft)' }

/** For parts of a whole, so that each differs in brightness too; the last one is that of all others. */
export const PARTS = [1, 2, 3, 4, 5].map((number) => `var(--chart-${number})`)
export const OTHERS = 'var(--chart-others)'
