import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { count } from '../kit/format.ts'

export type Amount = AdminCalendar['events']

/** `1,204`, or `10,000+` where the service stopped counting. */
export function amount({ value, more }: Amount): string {
  return more ? `${count(value)}+` : count(value)
}

/** `1 event`, `more than 10,000 events` */
export function amountOf(counted: Amount, one: string, many: string): string {
  if (counted.more) return `more than ${count(counted.value)} ${many}`
  return `${count(counted.value)} ${counted.value === 1 ? one : many}`
}
