/** The order of names as people expect it: `Team 2` before `Team 10`, whatever their case. */
export const byName = new Intl.Collator('en', { numeric: true }).compare
