import { BLANK_CALENDAR } from '../calendars/calendar-fields.ts'
import { createCalendar } from '../calendars/save-calendar.ts'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { getEvent } from '../events/event-store.ts'
import { changeEvent } from '../events/save-event.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { createSourceReader } from '../sources/read-due-sources.ts'
import { addSource } from '../sources/save-source.ts'
import { addDays } from '../time/day.ts'
import type { CupSite } from './cup-site.ts'
import { CLUBS, LEAGUE } from './league.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NAME = 'Coast Cup'
const MATCHES = 12

/** A match of the cup. */
interface CupMatch {
  /** From 0; it names the match in the file. */
  number: number
  day: string
  time: string
  details: string
}

/**
 * Adds a calendar that is fed by the cup's website, and a week in which the website changes, breaks, comes back and
 * loses matches. In the end it waits for a yes, and asks about a match that both sides changed.
 */
export async function addSourceWeek(realCtx: AppContext, publisher: Publisher, site: CupSite): Promise<void> {
  const today = realCtx.now()
  let clock = today - 7 * DAY_MS
  const ctx: AppContext = { ...realCtx, now: () => clock }
  const fields = {
    ...BLANK_CALENDAR,
    name: NAME,
    reference: 'coast-cup',
    note: 'Read from the cup’s website',
    draft: false,
  }
  const calendarId = await createCalendar(ctx, publisher.id, fields, `Football/${NAME}`)
  const read = createSourceReader(ctx, new AbortController().signal)
  const until = async (daysAgo: number) => {
    for (; clock < today - daysAgo * DAY_MS; clock += HOUR_MS) await read()
  }
  const matches = plannedMatches(new Date(today).toISOString().slice(0, 10))
  const publish = () => site.serve(calendarOf(matches))

  publish()
  const source = {
    ...{ calendarId, address: site.url, everyMinutes: 360, options: { draft: false, removeMissing: false } },
    rules: { details: 'ask' as const },
  }
  await transact(ctx.db, (tx) => addSource({ ...ctx, db: tx }, publisher.id, source))
  await until(5.5)
  await nameDerby(ctx, publisher)
  matches[2] = { ...matches[2]!, time: '1930' }
  matches[5] = { ...matches[5]!, day: addDays(matches[5]!.day, 1) }
  publish()
  await until(4)
  site.refuse(500)
  await until(3.4)
  const whole = calendarOf(matches)
  site.serve(whole.slice(0, whole.length / 2))
  await until(2.2)
  matches[1] = { ...matches[1]!, details: 'Gates open at 12:30' }
  publish()
  await until(0.3)
  matches.splice(7, 4)
  publish()
  await until(0)
}

/** Somebody of the league gives a match a better title and details. */
async function nameDerby(ctx: AppContext, publisher: Publisher): Promise<void> {
  const event = await getEvent(ctx.db, publisher.id, uidOf(1))
  const changes = { name: `${event.name}: the harbour derby`, details: 'Free entry for members' }
  await changeEvent(ctx, publisher, event.id, changes)
}

function plannedMatches(today: string): CupMatch[] {
  return Array.from({ length: MATCHES }, (_, number) => ({
    number,
    day: addDays(today, 10 + 3 * number),
    time: '1500',
    details: 'Gates open an hour before',
  }))
}

function uidOf(number: number): string {
  return `cup-${number}@coast-cup.example`
}

function calendarOf(matches: CupMatch[]): string {
  const events = matches.flatMap(({ number, day, time, details }) => {
    const [home, away] = [CLUBS[number % CLUBS.length]!, CLUBS[(number + 5) % CLUBS.length]!]
    return [
      ...['BEGIN:VEVENT', `UID:${uidOf(number)}`, `SUMMARY:${home.name} – ${away.name}`],
      ...[`DTSTART;TZID=${LEAGUE.timezone}:${day.replaceAll('-', '')}T${time}00`, 'DURATION:PT1H45M'],
      ...[`LOCATION:${home.ground}`, `DESCRIPTION:${details}`, 'END:VEVENT'],
    ]
  })
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
}
