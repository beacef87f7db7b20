import { describe, expect, it } from 'vitest'
import { lintIcs } from './ics-lint.ts'

const CLEAN = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Example//EN
CALSCALE:GREGORIAN
NAME:City Rugby
X-WR-CALNAME:City Rugby
X-WR-TIMEZONE:Europe/London
REFRESH-INTERVAL;VALUE=DURATION:PT1H
X-PUBLISHED-TTL:PT1H
BEGIN:VTIMEZONE
TZID:Europe/London
BEGIN:STANDARD
DTSTART:19701025T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T010000
TZOFFSETFROM:+0000
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:1@example.com
DTSTAMP:20260101T120000Z
LAST-MODIFIED:20260101T120000Z
CREATED:20260101T120000Z
SEQUENCE:0
DTSTART;TZID=Europe/London:20260328T150000
DTEND;TZID=Europe/London:20260328T170000
SUMMARY:City v Town: the derby
LOCATION:Main Stand\\, Park Lane
DESCRIPTION:Tickets\\; scarves\\nand a \\\\ backslash. 試合は三時に始
 まります 🏉
URL:https://example.com/1?a=b
STATUS:CONFIRMED
TRANSP:TRANSPARENT
BEGIN:VALARM
ACTION:DISPLAY
TRIGGER:-PT15M
DESCRIPTION:City v Town
END:VALARM
END:VEVENT
BEGIN:VEVENT
UID:2@example.com
DTSTAMP:20260101T120000Z
DTSTART;VALUE=DATE:20260501
DTEND;VALUE=DATE:20260503
SUMMARY:Open days
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n')

const lint = (text: string) => lintIcs(Buffer.from(text))

it('has nothing to say of a clean calendar', () => expect(lint(CLEAN)).toEqual([]))

it('tells the line', () => {
  expect(lint(CLEAN.replace('VERSION:2.0', 'VERSION:3.0'))).toEqual(['line 2: VERSION is not 2.0: 3.0'])
})

describe('finds', () => {
  const until = (mark: string) => CLEAN.slice(0, CLEAN.indexOf(mark))
  const event = CLEAN.slice(CLEAN.indexOf('BEGIN:VEVENT'), CLEAN.indexOf('END:VEVENT') + 12)
  const zone = CLEAN.slice(CLEAN.indexOf('BEGIN:VTIMEZONE'), CLEAN.indexOf('BEGIN:VEVENT'))
  const daylight = CLEAN.slice(CLEAN.indexOf('BEGIN:DAYLIGHT'), CLEAN.indexOf('END:VTIMEZONE'))

  /** A finding, what is replaced (its first occurrence) and by what. */
  it.each<[finding: string, old: string, by: string]>([
    ['line break is not CRLF', '2.0\r\n', '2.0\n'],
    ['line break is not CRLF', '2.0\r\n', '2.0\r'],
    ['octets, more than 75', 'NAME:', 'NAME:' + 'é'.repeat(33)],
    ['octets, more than 900000', 'City v', 'City v' + '\r\n abcdefghi'.repeat(80_000)],
    ['begins with a byte order mark', 'BEGIN:VCALENDAR', '\ufeffBEGIN:VCALENDAR'],
    ['does not begin with BEGIN:VCALENDAR', 'BEGIN:VCALENDAR', ' BEGIN:VCALENDAR'],
    ['does not end with END:VCALENDAR', 'END:VCALENDAR\r\n', 'END:VCALENDAR'],
    ['does not end with END:VCALENDAR', 'END:VCALENDAR\r\n', 'END:VCALENDAR\r\n\r\n'],
    ['control character', 'City v', 'City\0v'],
    ['control character', 'City v', 'City\x7fv'],
    ['control character', 'City v', 'City\u0085v'],
    ['blank line', 'VERSION', '\r\nVERSION'],
    ['blank line', 'LOCATION', ' \r\nLOCATION'],
    ['not a content line', 'City v', 'City\r\nv'],
    ['not a content line', 'SUMMARY', 'Summary'],
    ['not a content line', ';VALUE=DATE:', ';VALUE="DATE:'],
    ['parameter VALUE twice', ';VALUE=DATE:', ';VALUE=DATE;VALUE=DATE:'],
    ['parameter LANGUAGE is empty', 'SUMMARY:', 'SUMMARY;LANGUAGE=:'],
    ['has a caret that RFC 6868 does not know', 'SUMMARY:', 'SUMMARY;X-BY=a^b:'],
    ['VALARM inside VCALENDAR', 'BEGIN:VEVENT', 'BEGIN:VALARM\r\nEND:VALARM\r\nBEGIN:VEVENT'],
    ['VTODO inside VCALENDAR', event, event.replaceAll('VEVENT', 'VTODO')],
    ['END:VALARM without its BEGIN', 'BEGIN:VALARM\r\n', ''],
    ['VALARM has no END', 'END:VALARM\r\n', ''],
    ['VEVENT has no END', CLEAN.slice(CLEAN.lastIndexOf('END:VEVENT')), ''],
    ['VERSION outside VCALENDAR', 'BEGIN:VCALENDAR', 'VERSION:2.0\r\nBEGIN:VCALENDAR'],
    ['more than one VCALENDAR', CLEAN, CLEAN + CLEAN],
    ['a calendar without components', CLEAN, until('BEGIN:VTIMEZONE') + 'END:VCALENDAR\r\n'],
    ['METHOD in a feed', 'NAME:', 'METHOD:PUBLISH\r\nNAME:'],
    ['ATTENDEE in VEVENT', 'SUMMARY', 'ATTENDEE:mailto:a@example.com\r\nSUMMARY'],
    [
      'DTSTART after DTEND',
      'DTEND',
      'DTEND;TZID=Europe/London:20260328T170000\r\nDTSTART;TZID=Europe/London:20260328T150000\r\nX-OLD',
    ],
    ['UID after SUMMARY', 'UID:2@example.com\r\n', 'SUMMARY:x\r\nUID:2@example.com\r\n'],
    ['VCALENDAR without VERSION', 'VERSION:2.0\r\n', ''],
    ['VCALENDAR without PRODID', 'PRODID:-//Example//Example//EN\r\n', ''],
    ['VERSION twice', 'PRODID', 'VERSION:2.0\r\nPRODID'],
    ['CALSCALE is not GREGORIAN', 'GREGORIAN', 'JULIAN'],
    ['VEVENT without UID', 'UID:1@example.com\r\n', ''],
    ['UID is empty', 'UID:1@example.com', 'UID:'],
    ['UID used before: 1@example.com', 'UID:2', 'UID:1'],
    ['VEVENT without DTSTAMP', 'DTSTAMP:20260101T120000Z\r\n', ''],
    ['DTSTAMP is not a time in UTC', 'DTSTAMP:20260101T120000Z', 'DTSTAMP:20260101T120000'],
    ['CREATED has a TZID', 'CREATED:', 'CREATED;TZID=Europe/London:'],
    ['LAST-MODIFIED is not a time in UTC', 'LAST-MODIFIED:20260101T120000Z', 'LAST-MODIFIED:20260101'],
    ['VEVENT without DTSTART', 'DTSTART;VALUE=DATE:20260501\r\n', ''],
    ['DTSTART does not exist', '20260328T150000', '20260230T150000'],
    ['DTSTART does not exist', '20260328T150000', '20260328T250000'],
    ['DTEND does not exist', '20260503', '20260431'],
    ['DTSTART is a floating time', 'DTSTART;TZID=Europe/London:2026', 'DTSTART:2026'],
    [
      'DTSTART is not a local time',
      'DTSTART;TZID=Europe/London:20260328T150000',
      'DTSTART;TZID=Europe/London:20260328T150000Z',
    ],
    ['DTSTART is not a time in UTC: 20260501', 'DTSTART;VALUE=DATE:', 'DTSTART:'],
    ['DTEND is of another form than DTSTART', 'DTEND;VALUE=DATE:20260503', 'DTEND:20260503T000000Z'],
    ['DTEND is not after DTSTART', 'DTEND;VALUE=DATE:20260503', 'DTEND;VALUE=DATE:20260501'],
    ['DTEND is not after DTSTART', 'T170000', 'T140000'],
    ['DTEND and DURATION', 'SUMMARY', 'DURATION:PT1H\r\nSUMMARY'],
    ['VEVENT without SUMMARY', 'SUMMARY:Open days\r\n', ''],
    ['SUMMARY is empty', 'SUMMARY:Open days', 'SUMMARY: '],
    ['LOCATION has a ; or , that is not escaped', 'Stand\\,', 'Stand,'],
    ['DESCRIPTION has a ; or , that is not escaped', 'Tickets\\;', 'Tickets;'],
    ['DESCRIPTION has an escape that does not exist', '\\\\', '\\'],
    ['DESCRIPTION has an escape that does not exist', 'Tickets', 'Tickets\\:'],
    ['SEQUENCE is not a number from 0', 'SEQUENCE:0', 'SEQUENCE:-1'],
    ['SEQUENCE is too big', 'SEQUENCE:0', 'SEQUENCE:2147483648'],
    ['URL is not a URI', 'https://example.com/1', 'example.com/1'],
    ['URL is not a URI', 'example.com/1', 'example.com/a b'],
    ['STATUS is not TENTATIVE or CONFIRMED or CANCELLED', 'STATUS:CONFIRMED', 'STATUS:POSTPONED'],
    ['TRANSP is not OPAQUE or TRANSPARENT', 'TRANSP:TRANSPARENT', 'TRANSP:FREE'],
    ['ACTION is not DISPLAY', 'ACTION:DISPLAY', 'ACTION:EMAIL'],
    ['VALARM without TRIGGER', 'TRIGGER:-PT15M\r\n', ''],
    ['TRIGGER is not a duration', '-PT15M', '-P15M'],
    ['TRIGGER is not a duration', '-PT15M', '-PT1D'],
    ['TRIGGER is not START or END', 'TRIGGER:', 'TRIGGER;RELATED=MIDDLE:'],
    ['TRIGGER is not a time in UTC', 'TRIGGER:-PT15M', 'TRIGGER;VALUE=DATE-TIME:20260328T150000'],
    ['VALARM without DESCRIPTION', 'DESCRIPTION:City v Town\r\n', ''],
    ['REFRESH-INTERVAL has no VALUE=DURATION', 'REFRESH-INTERVAL;VALUE=DURATION', 'REFRESH-INTERVAL'],
    ['REFRESH-INTERVAL is not positive', 'DURATION:PT1H', 'DURATION:PT0S'],
    ['X-PUBLISHED-TTL is not a duration', 'TTL:PT1H', 'TTL:1H'],
    ['no VTIMEZONE for Europe/London', zone, ''],
    ['VTIMEZONE not used: Europe/London', event, ''],
    ['TZID used before: Europe/London', zone, zone + zone],
    ['VTIMEZONE after VEVENT', zone + event, event + zone],
    ['VTIMEZONE without TZID', 'TZID:Europe/London\r\n', ''],
    [
      'VTIMEZONE without STANDARD or DAYLIGHT',
      zone,
      'BEGIN:VTIMEZONE\r\nTZID:Europe/London\r\nEND:VTIMEZONE\r\n',
    ],
    ['VTIMEZONE with history', daylight, daylight + daylight],
    ['offsets do not take turns', daylight, ''],
    ['offsets do not take turns', 'TZOFFSETTO:+0100', 'TZOFFSETTO:+0200'],
    ['DAYLIGHT without TZOFFSETFROM', daylight, daylight.replace('TZOFFSETFROM:+0000\r\n', '')],
    ['STANDARD without TZOFFSETTO', 'TZOFFSETTO:+0000\r\n', ''],
    ['STANDARD without DTSTART', 'DTSTART:19701025T020000\r\n', ''],
    ['STANDARD without RRULE', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n', ''],
    ['TZOFFSETTO is minus zero', 'TZOFFSETTO:+0000', 'TZOFFSETTO:-0000'],
    ['TZOFFSETFROM is not an offset', 'TZOFFSETFROM:+0000', 'TZOFFSETFROM:+000'],
    ['RRULE is not a yearly rule', 'BYMONTH=10', 'BYMONTH=13'],
    ['RRULE is not a yearly rule', 'FREQ=YEARLY', 'FREQ=MONTHLY'],
    ['DTSTART is not on a day of its RRULE', '19701025', '19701018'],
    ['DTSTART is not in 1970', '19701025', '19961027'],
    ['DTSTART is not a local time', '19701025T020000', '19701025T020000Z'],
  ])('%s (%#)', (finding, old, by) => {
    expect(CLEAN).toContain(old)
    expect(lint(CLEAN.replace(old, () => by)).join('\n')).toContain(finding)
  })

  it('not valid UTF-8', () => {
    const bytes = Buffer.from(CLEAN)
    bytes[bytes.indexOf('City')] = 0xff
    expect(lintIcs(bytes)).toEqual(['line 5: not valid UTF-8'])
  })

  it('fold inside a character', () => {
    const bytes = Buffer.from(CLEAN)
    const inside = bytes.indexOf('🏉') + 2
    const folded = Buffer.concat([bytes.subarray(0, inside), Buffer.from('\r\n '), bytes.subarray(inside)])
    expect(lintIcs(folded)).toEqual(['line 37: fold inside a character'])
  })

  it('emptiness', () => expect(lint('')).not.toEqual([]))
})
