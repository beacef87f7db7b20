import { expect, it } from 'vitest'
import { type IcsEvent } from '../../src/ics/event.ts'
import { lintIcs } from '../support/ics-lint.ts'
import { readCalendar, type ReadEvent } from '../support/read-calendar.ts'
import { wholeCalendar } from '../support/whole-calendar.ts'

const at = (instant: string) => Date.parse(instant)

function event(uid: string, timezone: string, start: string, end: string, more: Partial<IcsEvent>): IcsEvent {
  return {
    uid: `${uid}@fasti.example.com`,
    sequence: 0,
    created: at('2026-01-05T09:00Z'),
    modified: at('2026-01-20T16:45Z'),
    when: { allDay: false, timezone, start: at(start), end: at(end) },
    summary: '',
    location: '',
    description: '',
    alarms: [],
    ...more,
  }
}

/** Each event, and what an application is to read of it besides the fields it was made from. */
const SEASON: [IcsEvent, Partial<ReadEvent>][] = [
  [
    event('winter-time', 'Europe/London', '2026-03-28T15:00Z', '2026-03-28T17:00Z', {
      summary: 'City v Town',
      location: 'Main Stand, Park Lane; Gate 4',
      description: 'Tickets: 10,00 £; children free.\nBring a scarf (C:\\Fans\\scarf.pdf).\n\nSee you there!',
      footer: 'Your subscription: https://fasti.example.com/m/' + 'k'.repeat(40),
      url: 'https://fasti.example.com/e/winter-time?from=feed',
      alarms: ['1D', '15M'],
    }),
    { start: '2026-03-28T15:00Z', end: '2026-03-28T17:00Z', alarms: ['-P1D City v Town', '-PT15M City v Town'] },
  ],
  [
    event('summer-time', 'Europe/London', '2026-03-29T14:00Z', '2026-03-29T16:00Z', {
      sequence: 2,
      summary: 'Town v City, the return',
      location: 'Town Park',
      cancelled: true,
    }),
    { start: '2026-03-29T14:00Z', end: '2026-03-29T16:00Z', status: 'CANCELLED' },
  ],
  [
    event('open-days', '', '', '', {
      when: { allDay: true, firstDay: '2026-02-28', lastDay: '2026-03-01' },
      summary: 'Open days 🏟️',
      // The sixteenth 🏉 does not fit on the first line.
      description: '🏉'.repeat(20) + ', every one of them whole',
      alarms: ['0D'],
    }),
    { allDay: true, start: '2026-02-28', end: '2026-03-02', alarms: ['PT0S Open days 🏟️'] },
  ],
  [
    event('tokyo', 'Asia/Tokyo', '2026-05-05T05:00Z', '2026-05-05T07:30Z', {
      summary: '親善試合：東京対シティ',
      location: '国立競技場、東京都新宿区霞ヶ丘町十番一号',
      description: '試合は午後二時に始まります。\n開場は正午です。雨天決行、入場無料。お子様も大歓迎です。',
    }),
    { start: '2026-05-05T05:00Z', end: '2026-05-05T07:30Z' },
  ],
  [
    event('ramadan', 'Africa/Casablanca', '2026-03-01T20:00Z', '2026-03-01T22:00Z', {
      summary: 'Friendly in Casablanca',
      alarms: ['2H'],
    }),
    { start: '2026-03-01T20:00Z', end: '2026-03-01T22:00Z', alarms: ['-PT2H Friendly in Casablanca'] },
  ],
  [
    event('lord-howe', 'Australia/Lord_Howe', '2026-10-03T09:00Z', '2026-10-04T01:00Z', {
      summary: 'Night on the beach, over a clock change of half an hour',
    }),
    { start: '2026-10-03T09:00Z', end: '2026-10-04T01:00Z' },
  ],
  [
    event('kolkata', 'Asia/Kolkata', '2026-11-08T13:30Z', '2026-11-08T13:30Z', { summary: 'Kick-off in Kolkata' }),
    { start: '2026-11-08T13:30Z', end: '2026-11-08T13:30Z' },
  ],
]

const calendar = wholeCalendar(
  'City Rugby',
  SEASON.map(([event]) => event),
)

it('is the file beside this one, octet for octet (vitest -u writes it anew)', async () => {
  await expect(calendar).toMatchFileSnapshot('season.ics')
})

it('is clean', () => expect(lintIcs(Buffer.from(calendar))).toEqual([]))

it('is read by ical.js as it was meant', () => {
  const expected = SEASON.map(([event, read]) => ({
    uid: event.uid,
    sequence: event.sequence,
    summary: event.summary,
    location: event.location,
    description: [event.description, event.footer].filter(Boolean).join('\n'),
    url: event.url ?? '',
    status: 'CONFIRMED',
    allDay: false,
    alarms: [],
    ...read,
  }))
  expect(readCalendar(calendar)).toEqual(expected)
})
