import { describe, expect, it } from 'vitest'
import { type TestApp, useTestApp } from '../support/test-app.ts'
import type { Json } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const event = (uid: string, ...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:Event ${uid}`, 'LOCATION:Hall', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...parts: string[]) => ['BEGIN:VCALENDAR', ...parts, 'END:VCALENDAR', ''].join('\r\n')
const SEASON = calendar(event('a', 'DTSTART:20270320T150000', 'DURATION:PT2H'))

/** Each event in a zone of its own, whose changes since 1601 have to be found: minutes of work. */
const SLOW = calendar(Array.from({ length: 10_000 }, (_, i) => inOwnZone(i)).join('\r\n'))

function inOwnZone(number: number): string {
  return [
    ...['BEGIN:VTIMEZONE', `TZID:Z${number}`],
    ...['BEGIN:STANDARD', 'DTSTART:16010101T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
    ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD', 'END:VTIMEZONE'],
    event(`${number}`, `DTSTART;TZID=Z${number}:20270320T150000`),
  ].join('\r\n')
}

/** Somebody who imports into a calendar of a publisher; `settled` gets each import that is answered. */
async function startClub(app: TestApp, name: string, settled: string[] = []) {
  const club = await app.publisher()
  const editor = await userOf(app, club, 'editor')
  const calendarId = await club.calendar()
  const headers = {
    cookie: [...editor.cookies].map((pair) => pair.join('=')).join('; '),
    'x-csrf-token': editor.csrf,
    'x-forwarded-for': editor.address,
  }
  return async (text: string, signal?: AbortSignal) => {
    const body = JSON.stringify({ calendarId, fileName: 'x.ics', text })
    const init = { method: 'POST', headers, body, ...(signal && { signal }) }
    try {
      const answer = await fetch(`${app.url}/admin/api/imports/preview`, init)
      settled.push(`${name} ${answer.status}`)
      return { status: answer.status, body: await answer.json() }
    } catch {
      settled.push(`${name} left`)
      return { status: 0, body: {} as Json }
    }
  }
}

describe('imports that would not end', () => {
  const app = useTestApp('sqlite', BEHIND_PROXY)

  it('are refused at once where one rule would keep us busy, with a plain sentence', async () => {
    const preview = await startClub(app, 'one')
    const rules = [
      'FREQ=WEEKLY;INTERVAL=999999999',
      'FREQ=HOURLY',
      'FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=0,6,12,18;BYMINUTE=0,15,30,45',
    ]
    const events = rules.map((rule, i) => event(`${i}`, 'DTSTART:19100101T100000', `RRULE:${rule}`))
    const { status, body } = await preview(calendar(...events))
    expect(status).toBe(200)
    expect(body.data.faults.map(({ message }: Json) => message as string)).toEqual([
      'Event recurs with INTERVAL=999999999: it must not be more than 1000',
      'Event recurs too often',
      'Event recurs too often',
    ])
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Z', 'BEGIN:STANDARD', 'DTSTART:20260101T030000']
    const changes = ['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'RRULE:FREQ=WEEKLY;INTERVAL=999999999']
    const inZone = event('z', 'DTSTART;TZID=Z:20270320T150000')
    const zoned = await preview(calendar(...zone, ...changes, 'END:STANDARD', 'END:VTIMEZONE', inZone))
    expect(zoned.body.data.faults).toMatchObject([
      { message: expect.stringContaining('Time zone "Z" is not known') },
    ])
  })

  it('do not hold up those of another publisher, and end when their clients leave', async () => {
    const settled: string[] = []
    const one = await startClub(app, 'one', settled)
    const two = await startClub(app, 'two', settled)
    const leaving = new AbortController()
    const slow = [1, 2, 3, 4].map(() => one(SLOW, leaving.signal))
    expect(await two(SEASON)).toMatchObject({ status: 200, body: { data: { counts: { added: 1 } } } })
    expect(settled).toEqual(['two 200'])
    leaving.abort()
    await Promise.all(slow)
    // None of the four is still to be waited for.
    expect((await one(SEASON)).status).toBe(200)
    expect(settled).toEqual(['two 200', 'one left', 'one left', 'one left', 'one left', 'one 200'])
  })

  it('are ended, and what comes after them is read', async () => {
    const settled: string[] = []
    const one = await startClub(app, 'one', settled)
    const [ended, next] = await Promise.all([one(SLOW), one(SEASON)])
    const statusLong = 'The file takes too long to read. Split it into smaller ones'
    expect(ended).toMatchObject({ status: 413, body: { statusLong } })
    expect(next.status).toBe(200)
  })

  it('wait in small numbers', async () => {
    const settled: string[] = []
    const one = await startClub(app, 'one', settled)
    const leaving = new AbortController()
    const slow = Array.from({ length: 12 }, () => one(SLOW, leaving.signal))
    await expect.poll(() => settled.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
    expect(settled.slice(0, 3)).toEqual(['one 429', 'one 429', 'one 429'])
    leaving.abort()
    await Promise.all(slow)
    expect((await one(SEASON)).status).toBe(200)
  })
})
