import { touchCalendars } from '../calendars/calendar-store.ts'
import { createCalendar } from '../calendars/save-calendar.ts'
import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { addBatch } from '../events/add-batch.ts'
import type { EventFields } from '../events/event.ts'
import { type NewEvent } from '../events/event-columns.ts'
import { insertEvents } from '../events/event-write-store.ts'
import { readEvent } from '../events/read-event.ts'
import { changeEvent } from '../events/save-event.ts'
import { newId } from '../ids.ts'
import { createPublisher, type NewPublisher } from '../publishers/create-publisher.ts'
import { nextRevision } from '../publishers/revision.ts'
import { subscribe } from '../subscribers/subscribe.ts'
import type { Subscriber } from '../subscribers/subscriber.ts'
import { clubDays, matchEvent, matchKey, privateEvents } from './demo-events.ts'
import { liveOn } from './feed-life.ts'
import { type Club, CLUBS, LEAGUE } from './league.ts'
import { inventPeople } from './people.ts'
import { pick, type Random, sample, seededRandom } from './random.ts'
import { addDays, type Match, planSeason } from './season.ts'

const SEED = 20260711
const SUBSCRIBERS = 200
const DAY_MS = 86_400_000

export interface Demo extends NewPublisher {
  calendars: { id: string; name: string }[]
  /** In the order they came; every second one has private events. */
  subscribers: Subscriber[]
  events: number
  privateEvents: number
}

/** A follower of one to three clubs, the first of them their own. */
interface Follower {
  subscriber: Subscriber
  club: Club
}

/**
 * Fills an empty database with a league that has been using the service for half a year. All but ids and
 * secrets is the same each time, counted from today.
 */
export async function fillDemo(realCtx: AppContext): Promise<Demo> {
  const any = await realCtx.db.selectFrom('publisher').select('company').limit(1).executeTakeFirst()
  if (any) {
    const message = `The database is not empty: it has the publisher "${any.company}". The demo needs a database of its own, for instance with FASTI_DATA=demo-data`
    throw new AppError('conflict', message)
  }
  const random = seededRandom(SEED)
  const today = realCtx.now()
  // The league's history happens in order: versions and time stamps only ever rise.
  let clock = today - 180 * DAY_MS
  const ctx: AppContext = { ...realCtx, now: () => clock }
  const daysAgo = (days: number) => {
    clock = Math.round(today - days * DAY_MS)
  }
  const created = await createPublisher(ctx, {
    parentId: null,
    partner: false,
    email: 'office@lantern-coast.example',
    firstName: 'Robin',
    lastName: 'Harbour',
    company: LEAGUE.name,
    timezone: LEAGUE.timezone,
  })
  const publisherId = created.publisher.id
  daysAgo(178)
  const calendarIds = await createCalendars(ctx, publisherId)
  const day = new Date(today).toISOString().slice(0, 10)
  const matches = planSeason(CLUBS, day, random)
  daysAgo(177)
  const events = await insertSeason(ctx, publisherId, calendarIds, matches, day, random)
  const followers: Follower[] = []
  for (const [index, person] of inventPeople(random, SUBSCRIBERS).entries()) {
    daysAgo(175 - (index * 170) / SUBSCRIBERS - random() * 0.8)
    const clubs = sample(random, CLUBS, pick(random, [1, 1, 2, 3]))
    const { firstName, lastName, email, application } = person
    const request = {
      widgetId: created.widgets[0]!.id,
      email,
      calendarIds: clubs.map((club) => calendarIds.get(club)!),
      application,
      profile: {
        firstName,
        lastName,
        country: 'United Kingdom',
        optins: [random() < 0.6, false, false, false],
      },
    }
    followers.push({ subscriber: await subscribe(ctx, publisherId, request), club: clubs[0]! })
  }
  daysAgo(3)
  const current = await moveMatch(ctx, created, matches, day)
  daysAgo(2)
  const batch = seats(followers, current, day, random)
  await addBatch(ctx, created.publisher, batch, { dryRun: false })
  const people = followers.map((follower) => follower.subscriber)
  await liveOn(ctx, people, today, random)
  return {
    ...created,
    calendars: CLUBS.map((club) => ({ id: calendarIds.get(club)!, name: club.name })),
    subscribers: people,
    events,
    privateEvents: batch.length,
  }
}

async function createCalendars(ctx: AppContext, publisherId: number): Promise<Map<Club, string>> {
  const ids = new Map<Club, string>()
  for (const club of CLUBS) {
    const fields = {
      name: club.name,
      reference: club.name.toLowerCase().replaceAll(' ', '-'),
      genre: 'Sports',
      subGenre: 'Football',
      note: `All matches and club days of ${club.name}`,
      logo: '',
      draft: false,
    }
    ids.set(club, await createCalendar(ctx, publisherId, fields, `Football/${LEAGUE.name}/${club.region}`))
  }
  return ids
}

async function insertSeason(
  ctx: AppContext,
  publisherId: number,
  calendarIds: Map<Club, string>,
  matches: Match[],
  today: string,
  random: Random,
): Promise<number> {
  const inputs = CLUBS.flatMap((club) => {
    const own = matches.filter((match) => match.home === club || match.away === club)
    const events = [...own.map((match) => matchEvent(match, club)), ...clubDays(club, today, random)]
    return events.map((input) => ({ fields: read(input), calendarId: calendarIds.get(club)! }))
  })
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const events = inputs.map(({ fields, calendarId }): NewEvent => {
      return { ...fields, id: newId(revision.at), calendarId, private: false }
    })
    await insertEvents(tx, publisherId, events, revision)
    await touchCalendars(tx, publisherId, [...calendarIds.values()], revision)
  })
  return inputs.length
}

/** One of the next matches was moved to a Wednesday evening, in the calendars of both clubs; answers the season then. */
async function moveMatch(
  ctx: AppContext,
  { publisher }: NewPublisher,
  matches: Match[],
  today: string,
): Promise<Match[]> {
  const match = matches.find((candidate) => candidate.date > addDays(today, 7))!
  const daysToWednesday = (10 - new Date(match.date).getUTCDay()) % 7 || 7
  const moved = { ...match, date: addDays(match.date, daysToWednesday), time: '19:30', endTime: '21:15' }
  const { date, time, endTime } = moved
  const change = { startDate: date, endDate: date, startTime: time, endTime }
  for (const club of [match.home, match.away]) {
    await changeEvent(ctx, publisher, `${matchKey(match)}/${club.code}`, change)
  }
  return matches.map((candidate) => (candidate === match ? moved : candidate))
}

/** Every second follower has a seat at the next home match of their club. */
function seats(followers: Follower[], matches: Match[], today: string, random: Random) {
  return followers
    .filter((_, index) => index % 2 === 0)
    .flatMap(({ subscriber, club }, index) => {
      const match = matches.find((candidate) => candidate.home === club && candidate.date > today)!
      return privateEvents(subscriber.id, match, index + 1, random)
    })
}

function read(input: Record<string, unknown>): EventFields {
  const result = readEvent(input, { private: false, required: ['location'], timezone: LEAGUE.timezone })
  if ('errors' in result) throw invalid(result.errors)
  return result.event
}
