import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { count } from '../kit/format.ts'
import { sayCount } from '../kit/say.tsx'
import type { Counted } from '../words/index.ts'

export type Amount = AdminCalendar['events']

/** `1,204`, or `10,000+` where the service stopped counting. */
export function amount({ value, more }: Amount): string {
  return more ? `${count(value)}+` : count(value)
}

/** `1 event`, `more than 10,000 events`: of two texts the one for a number, or for more than it. */
export function amountOf({ value, more }: Amount, exactly: Counted, over: Counted): string {
  return sayCount(more ? over : exactly, value)
}
