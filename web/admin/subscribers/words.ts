import type { RecipientState } from '../../../src/alerts/alert.ts'
import { PROFILE_ROWS } from '../../../src/subscribers/subscriber-fields.ts'

const UNITS: Record<string, [one: string, many: string]> = {
  M: ['minute', 'minutes'],
  H: ['hour', 'hours'],
  D: ['day', 'days'],
}

/** `15 minutes before`, for `15M`. */
export function reminderInWords(offset: string): string {
  const amount = Number.parseInt(offset)
  const [one, many] = UNITS[offset.at(-1)!] ?? ['', '']
  return amount === 0 ? 'at the start' : `${amount} ${amount === 1 ? one : many} before`
}

/** Labels of the answers, by the field of the record. */
export const ANSWERS: Record<string, string> = {
  ...Object.fromEntries(PROFILE_ROWS.map(([name, { label }]) => [name, label])),
  requiredAge: 'Minimum age',
  parentConsentAge: 'Parent must agree below age',
}

export const ACTIONS: Record<string, string> = {
  'subscriber.calendars': 'changed the calendars',
  'subscriber.unsubscribe': 'unsubscribed this person',
  'subscriber.rotate': 'ended all links',
  'subscriber.end-link': 'ended a link',
  'subscriber.mail-link': 'e-mailed the link',
  'subscriber.export': 'downloaded their data',
}

/** The result of an alert for one person. */
export const ALERT_STATES: Record<
  RecipientState,
  { kind: 'ok' | 'warn' | 'bad' | 'plain'; children: string }
> = {
  waiting: { kind: 'warn', children: 'Waiting' },
  told: { kind: 'ok', children: 'Sent' },
  current: { kind: 'plain', children: 'Had fetched it' },
  capped: { kind: 'plain', children: 'Enough that day' },
  off: { kind: 'plain', children: 'Switched off' },
  refused: { kind: 'bad', children: 'Refused' },
  late: { kind: 'bad', children: 'Too late' },
}
