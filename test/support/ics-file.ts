import { readIcs } from '../../src/imports/read-ics.ts'

/** Epoch ms. */
export const NOW = Date.UTC(2026, 0, 1)

/** Imports a calendar file with these lines, for a publisher in London at the beginning of 2026. */
export function read(...lines: string[]) {
  return readIcs(
    Buffer.from(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')),
    'Europe/London',
    NOW,
  )
}

/** The lines of an event. */
export function event(...lines: string[]) {
  return ['BEGIN:VEVENT', 'UID:one', 'SUMMARY:One', ...lines, 'END:VEVENT']
}
