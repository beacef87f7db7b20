/** Sorts names as people expect: `Team 2` before `Team 10`, in any letter case. */
export const byName = new Intl.Collator('en', { numeric: true }).compare
