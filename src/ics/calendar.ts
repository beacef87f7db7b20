import { escapeText, escapeTitle, foldLine } from './text.ts'

/** The beginning of a file with events (RFC 5545, 3.6). It has no METHOD, which would require an ORGANIZER in each. */
export const CALENDAR_START =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Fasti//Fasti//EN\r\nCALSCALE:GREGORIAN\r\n'

/**
 * The beginning of a calendar to follow, up to its first component (RFC 7986, 5.1 and 5.7). Asks applications to poll
 * once an hour.
 */
export function calendarHead({ name, timezone }: { name: string; timezone: string }): string {
  const title = escapeTitle(name)
  return (
    CALENDAR_START +
    foldLine(`NAME:${title}`) +
    foldLine(`X-WR-CALNAME:${title}`) +
    foldLine(`X-WR-TIMEZONE:${escapeText(timezone)}`) +
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n'
  )
}

export const CALENDAR_END = 'END:VCALENDAR\r\n'
