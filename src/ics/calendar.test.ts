import { expect, it } from 'vitest'
import { CALENDAR_END, calendarHead } from './calendar.ts'

it('has the calendar’s name, zone and refresh interval', () => {
  const head = calendarHead({ name: 'Rock, Roll & Söhne', timezone: 'Europe/Berlin' })
  expect((head + CALENDAR_END).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fasti//Fasti//EN',
    'CALSCALE:GREGORIAN',
    'NAME:Rock\\, Roll & Söhne',
    'X-WR-CALNAME:Rock\\, Roll & Söhne',
    'X-WR-TIMEZONE:Europe/Berlin',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'END:VCALENDAR',
    '',
  ])
})

it('has a name even if it is blank', () => {
  expect(calendarHead({ name: ' \u2003', timezone: 'UTC' })).toContain(
    'NAME:Untitled\r\nX-WR-CALNAME:Untitled',
  )
})
