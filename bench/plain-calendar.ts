const WORDS =
  'appointment clinic letters Zürich café façade 東京 会議 Ελλάδα arrive early with identification'.split(' ')
const HEAD = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Fasti//Bench//EN', '']
const MAX_OCTETS = 75

/** A calendar of so many events in UTC, about 740 octets each: what CalDAV servers read fastest. */
export function makeCalendar(events: number): string {
  return wrap(Array.from({ length: events }, (_, i) => makeEvent(i)).join(''))
}

/** The same events, each in a calendar of its own. */
export function makeEvents(events: number): string[] {
  return Array.from({ length: events }, (_, i) => wrap(makeEvent(i)))
}

function wrap(events: string): string {
  return `${HEAD.join('\r\n')}${events}END:VCALENDAR\r\n`
}

function makeEvent(i: number): string {
  const day = `2027${twoDigits(1 + (i % 12))}${twoDigits(1 + (i % 28))}T${twoDigits(i % 22)}`
  const alarm = [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT15M',
    `DESCRIPTION:${text(i, 40)}`,
    'END:VALARM',
  ]
  const lines = [
    ...['BEGIN:VEVENT', `UID:event-${i}-0123456789abcdef@example.org`, 'DTSTAMP:20261101T000000Z'],
    ...[`DTSTART:${day}${twoDigits(i % 60)}00Z`, `DTEND:${day}${twoDigits(i % 60)}30Z`, 'SEQUENCE:2'],
    ...[`SUMMARY:${text(i, 40)}`, `LOCATION:${text(i + 3, 45)}`, `DESCRIPTION:${text(i + 5, 300)}`],
    ...[...alarm, 'END:VEVENT', ''],
  ]
  return lines.map(fold).join('\r\n')
}

function text(seed: number, length: number): string {
  let words = ''
  for (let i = 0; words.length < length; i++) words += `${WORDS[(seed * 7 + i * i + i) % WORDS.length]} `
  return words.slice(0, length).trim()
}

/** Lines of at most 75 octets (RFC 5545, 3.1). */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
