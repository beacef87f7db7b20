import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lintIcs } from '../../test/support/ics-lint.ts'
import { readCalendar } from '../../test/support/read-calendar.ts'
import { wholeCalendar } from '../../test/support/whole-calendar.ts'
import { type IcsEvent, renderEvent } from './event.ts'

const at = (instant: string) => Date.parse(instant)

const DERBY: IcsEvent = {
  uid: '1@fasti.example.com',
  sequence: 3,
  created: at('2026-01-01T08:00:00Z'),
  modified: at('2026-02-01T09:30:15.999Z'),
  when: {
    allDay: false,
    timezone: 'Europe/London',
    start: at('2026-07-04T14:00Z'),
    end: at('2026-07-04T16:00Z'),
  },
  summary: 'City v Town',
  location: '',
  description: '',
  alarms: [],
}

const lines = (event: Partial<IcsEvent>) =>
  renderEvent({ ...DERBY, ...event })
    .text.replaceAll('\r\n ', '')
    .split('\r\n')
const timed = (timezone: string, start: string, end: string) =>
  ({ when: { allDay: false, timezone, start: at(start), end: at(end) } }) as const
const times = (event: Partial<IcsEvent>) => lines(event).filter((line) => /^DT(START|END)/.test(line))

describe('renderEvent', () => {
  it('writes the properties in one order and leaves out what is empty', () => {
    expect(lines({})).toEqual([
      'BEGIN:VEVENT',
      'UID:1@fasti.example.com',
      'DTSTAMP:20260201T093015Z',
      'LAST-MODIFIED:20260201T093015Z',
      'CREATED:20260101T080000Z',
      'SEQUENCE:3',
      'DTSTART;TZID=Europe/London:20260704T150000',
      'DTEND;TZID=Europe/London:20260704T170000',
      'SUMMARY:City v Town',
      'STATUS:CONFIRMED',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      '',
    ])
  })

  it('returns the zone whose VTIMEZONE it needs', () => {
    expect(renderEvent(DERBY).zone).toBe('Europe/London')
    expect(
      renderEvent({ ...DERBY, ...timed('Asia/Gaza', '2026-07-04T14:00Z', '2026-07-04T16:00Z') }).zone,
    ).toBeUndefined()
    expect(
      renderEvent({ ...DERBY, when: { allDay: true, firstDay: '2026-07-04', lastDay: '2026-07-04' } }).zone,
    ).toBeUndefined()
  })

  it('ends an all-day event on the day after its last', () => {
    expect(times({ when: { allDay: true, firstDay: '2026-12-31', lastDay: '2026-12-31' } })).toEqual([
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
    ])
  })

  it('omits DTEND if the event ends when it starts', () => {
    expect(times(timed('Europe/London', '2026-07-04T14:00Z', '2026-07-04T14:00Z'))).toEqual([
      'DTSTART;TZID=Europe/London:20260704T150000',
    ])
  })

  it('writes both times in UTC if one of them can’t be written in the zone', () => {
    const intoTheRepeatedHour = timed('Europe/London', '2026-10-24T20:00Z', '2026-10-25T01:15Z')
    expect(times(intoTheRepeatedHour)).toEqual(['DTSTART:20261024T200000Z', 'DTEND:20261025T011500Z'])
    const inRamadan = timed('Africa/Casablanca', '2026-03-01T20:00Z', '2026-03-01T22:00Z')
    expect(times(inRamadan)).toEqual(['DTSTART:20260301T200000Z', 'DTEND:20260301T220000Z'])
  })

  it('needs no VTIMEZONE for UTC', () => {
    expect(times(timed('UTC', '2026-07-04T14:00Z', '2026-07-04T16:00Z'))).toEqual([
      'DTSTART:20260704T140000Z',
      'DTEND:20260704T160000Z',
    ])
  })

  it.each(['', ' ', '\0', ' \n\u2028', '\u00a0'])('replaces the blank title %j', (summary) => {
    expect(lines({ summary })).toContain('SUMMARY:Untitled')
  })

  it('puts the footer on the last line of the description, as it is', () => {
    const footer = 'Manage: https://fasti.example.com/m/\x01\x01\x01\\, or write to us'
    expect(lines({ footer })).toContain(`DESCRIPTION:${footer}`)
    expect(lines({ footer, description: 'a,b' })).toContain(`DESCRIPTION:a\\,b\\n${footer}`)
  })

  it.each([
    ['https://example.com/a b\r\nX-EVIL:1', 'https://example.com/a%20bX-EVIL:1'],
    ['https://exämple.com/ü?q=ü&a|b', 'https://xn--exmple-cua.com/%C3%BC?q=%C3%BC&a%7Cb'],
    ['https://example.com/?a;b,c', 'https://example.com/?a;b,c'],
  ])('normalises the URL %j', (url, written) => expect(lines({ url })).toContain(`URL:${written}`))

  it('omits an invalid URL', () => {
    expect(lines({ url: 'not a url' }).join()).not.toContain('URL')
  })

  it.each([
    ['15M', '-PT15M'],
    ['2H', '-PT2H'],
    ['1D', '-P1D'],
    ['0015M', '-PT15M'],
    ['0H', 'PT0S'],
  ])('writes the reminder %s as %s', (alarm, trigger) => {
    const all = lines({ alarms: [alarm], summary: 'City, Town' })
    expect(all.slice(all.indexOf('BEGIN:VALARM'), all.indexOf('END:VALARM') + 1)).toEqual([
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `TRIGGER:${trigger}`,
      'DESCRIPTION:City\\, Town',
      'END:VALARM',
    ])
  })

  it('marks a cancelled event', () => expect(lines({ cancelled: true })).toContain('STATUS:CANCELLED'))
})

describe('any event', () => {
  const MINUTE = 60_000
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({
      unit: fc.constantFrom(...'\\;,:nN"^ \t\r\n\0\u2028\u0085\ufeffé試🏉', '\ud83c', '\r\nEND:VEVENT'),
      maxLength: 200,
    }),
  )
  const anyTime = fc
    .integer({ min: at('2016-01-01') / MINUTE, max: at('2040-01-01') / MINUTE })
    .map((n) => n * MINUTE)
  const anyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const anyEvent = fc.record<IcsEvent>(
    {
      uid: fc.uuid(),
      sequence: fc.nat(),
      created: anyTime,
      modified: anyTime,
      when: fc
        .record({ timezone: anyZone, start: anyTime, minutes: fc.nat(5000) })
        .map(({ timezone, start, minutes }) => ({
          allDay: false,
          timezone,
          start,
          end: start + minutes * MINUTE,
        })),
      summary: anyText,
      location: anyText,
      description: anyText,
      url: fc.oneof(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        anyText.map((text) => `https://example.com/?${text}`),
      ),
      alarms: fc.array(fc.constantFrom('15M', '2H', '1D', '0M'), { maxLength: 2 }),
      cancelled: fc.boolean(),
    },
    {
      requiredKeys: [
        'uid',
        'sequence',
        'created',
        'modified',
        'when',
        'summary',
        'location',
        'description',
        'alarms',
      ],
    },
  )

  /** The text after escaping and unescaping. */
  const kept = (text: string) =>
    text
      .toWellFormed()
      .replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, '\n')
      .replace(/(?![\t\n])\p{Cc}/gu, '')

  it('is valid, and ical.js reads the same values', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyEvent, { minLength: 1, maxLength: 4, selector: ({ uid }) => uid }),
        anyText,
        (events, name) => {
          const text = wholeCalendar(`x${name}`, events)
          expect(lintIcs(Buffer.from(text))).toEqual([])
          const read = readCalendar(text)
          expect(read).toHaveLength(events.length)
          events.forEach((event, i) => {
            const { uid, sequence, summary, location, description, start, end, alarms } = read[i]!
            expect({ uid, sequence, location, description }).toEqual({
              uid: event.uid,
              sequence: event.sequence,
              location: kept(event.location),
              description: kept(event.description),
            })
            expect(summary).toBe(kept(event.summary).trim() === '' ? 'Untitled' : kept(event.summary))
            if (!event.when.allDay) expect([at(start), at(end)]).toEqual([event.when.start, event.when.end])
            expect(alarms).toHaveLength(event.alarms.length)
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('has each property once, with any texts', () => {
    const names = (event: IcsEvent) => lines(event).map((line) => line.replace(/[:;].*/s, ''))
    fc.assert(
      fc.property(anyEvent, (event) => {
        const plain = {
          ...event,
          summary: 'x',
          location: kept(event.location) && 'x',
          description: kept(event.description) && 'x',
        }
        expect(names(event)).toEqual(names({ ...plain, ...(event.url && { url: 'https://example.com' }) }))
      }),
    )
  })
})
