import { createPublisher, type NewPublisher } from '../accounts/create-publisher.ts'
import { BLANK_CALENDAR } from '../calendars/calendar-fields.ts'
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
import { newId } from '../ids.ts'
import { nextRevision } from '../revisions/revision.ts'
import { subscribe } from '../subscribers/subscribe.ts'
import type { Subscriber } from '../subscribers/subscriber.ts'
import { getSubscriber } from '../subscribers/subscriber-store.ts'
import { type Invited, inviteUser } from '../users/invite.ts'
import { clubDays, matchEvent, privateEvents } from './demo-events.ts'
import { addFeedActivity } from './feed-activity.ts'
import { type Club, CLUBS, LEAGUE, OWNER } from './league.ts'
import { changeMatch, recentChanges } from './match-changes.ts'
import { inventPeople } from './people.ts'
import { pick, type Random, sample, seededRandom } from './random.ts'
import { inventReaders } from './readers.ts'
import { type Deed, liveRecentDays } from './recent-days.ts'
import { addDays, type Match, planSeason } from './season.ts'
import { alertDeeds } from './tell-others.ts'

const SEED = 20260711
const SUBSCRIBERS = 200
/** Named by the pages through which people subscribe; empty: none. */
const CAMPAIGNS = ['', '', '', 'Newsletter', 'Newsletter', 'Poster at the ground', 'Match programme']
const DAY_MS = 86_400_000
/** The actor in the audit log. */
const BY_DEMO = { kind: 'system' as const, id: 'demo', name: 'Demo', requestId: '' }

export interface Demo extends NewPublisher {
  /** Its only user, who has not signed in yet, and the token of the invitation. */
  owner: Invited
  calendars: { id: string; name: string }[]
  /** In the order of subscribing; every second one has private events. */
  subscribers: Subscriber[]
  events: number
  privateEvents: number
}

/** A subscriber of one to three clubs; `club` is the first of them. */
interface ClubSubscriber {
  subscriber: Subscriber
  club: Club
}

/**
 * Fills an empty database with a league that has used the service for half a year. Everything except ids and
 * secrets is the same each time, relative to today.
 */
export async function fillDemo(realCtx: AppContext): Promise<Demo> {
  const any = await realCtx.db.selectFrom('publisher').select('company').limit(1).executeTakeFirst()
  if (any) {
    const message = `The database is not empty: it has the publisher "${any.company}". The demo needs a database of its own, for instance with FASTI_DATA=demo-data`
    throw new AppError('conflict', message)
  }
  const random = seededRandom(SEED)
  const today = realCtx.now()
  // Operations run in the order of the league's history: versions and time stamps must rise.
  let clock = today - 180 * DAY_MS
  const ctx: AppContext = { ...realCtx, now: () => clock }
  const daysAgo = (days: number) => {
    clock = Math.round(today - days * DAY_MS)
  }
  const created = await createPublisher(ctx, {
    parentId: null,
    partner: false,
    email: OWNER.email,
    firstName: OWNER.firstName,
    lastName: OWNER.lastName,
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
  const clubSubscribers: ClubSubscriber[] = []
  const ways = seededRandom(SEED + 1)
  const [button, list] = created.widgets
  for (const [index, person] of inventPeople(random, SUBSCRIBERS).entries()) {
    daysAgo(175 - (index * 170) / SUBSCRIBERS - random() * 0.8)
    const clubs = sample(random, CLUBS, pick(random, [1, 1, 2, 3]))
    const { firstName, lastName, email, application } = person
    const request = {
      widgetId: pick(ways, [button!, button!, list!]).id,
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
    const campaign = pick(ways, CAMPAIGNS)
    const state = campaign === '' ? {} : { state: { campaign } }
    const terms = { vouched: true, confirm: 'known', language: 'en' } as const
    const { link } = await subscribe(ctx, publisherId, { ...request, ...state }, terms)
    clubSubscribers.push({ subscriber: await getSubscriber(ctx.db, publisherId, link.id), club: clubs[0]! })
  }
  daysAgo(5)
  const subscribers = clubSubscribers.map(({ subscriber }) => subscriber)
  const readers = inventReaders(subscribers, today, random)
  await addFeedActivity(ctx, readers, today, random)
  const { moved, season } = toWednesday(matches, day)
  const batch = seats(clubSubscribers, season, day, random)
  const { publisher } = created
  const deeds: Deed[] = [
    ...recentChanges(ctx, publisher, season, today),
    ...alertDeeds(ctx, publisher, today),
    { at: today - 3 * DAY_MS, run: () => changeMatch(ctx, publisher, moved, whenOf(moved)) },
    { at: today - 2 * DAY_MS, run: () => addBatch(ctx, publisher, batch, { dryRun: false }) },
  ]
  await liveRecentDays(ctx, readers, deeds, today, (at) => {
    clock = at
  })
  const { email, name } = OWNER
  const actor = { ...BY_DEMO, publisherId, homeId: publisherId, at: today }
  const owner = await inviteUser(realCtx.db, actor, { email, name, role: 'owner', language: 'en' })
  return {
    ...created,
    owner,
    calendars: CLUBS.map((club) => ({ id: calendarIds.get(club)!, name: club.name })),
    subscribers,
    events,
    privateEvents: batch.length,
  }
}

async function createCalendars(ctx: AppContext, publisherId: number): Promise<Map<Club, string>> {
  const ids = new Map<Club, string>()
  for (const club of CLUBS) {
    const fields = {
      ...BLANK_CALENDAR,
      name: club.name,
      reference: club.name.toLowerCase().replaceAll(' ', '-'),
      genre: 'Sports',
      subGenre: 'Football',
      note: `All matches and club days of ${club.name}`,
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
  const inputs = [
    ...matches.map((match) => ({ input: matchEvent(match), clubs: [match.home, match.away] })),
    ...CLUBS.flatMap((club) => clubDays(club, today, random).map((input) => ({ input, clubs: [club] }))),
  ]
  await transact(ctx.db, async (tx) => {
    const revision = await nextRevision(tx, publisherId, ctx.now())
    const events = inputs.map(({ input, clubs }): NewEvent => {
      const [calendarId, ...alsoIn] = clubs.map((club) => calendarIds.get(club)!)
      return { ...read(input), id: newId(revision.at), calendarId: calendarId!, alsoIn, private: false }
    })
    await insertEvents(tx, publisherId, events, revision)
    await touchCalendars(tx, publisherId, [...calendarIds.values()], revision)
  })
  return inputs.length
}

/** Moves one of the next matches to a Wednesday evening; returns it and the new season. */
function toWednesday(matches: Match[], today: string): { moved: Match; season: Match[] } {
  const match = matches.find((candidate) => candidate.date > addDays(today, 7))!
  const daysToWednesday = (10 - new Date(match.date).getUTCDay()) % 7 || 7
  const moved = { ...match, date: addDays(match.date, daysToWednesday), time: '19:30', endTime: '21:15' }
  return { moved, season: matches.map((candidate) => (candidate === match ? moved : candidate)) }
}

function whenOf({ date, time, endTime }: Match) {
  return { startDate: date, endDate: date, startTime: time, endTime }
}

/** Private events: every second subscriber has a seat at the next home match of their club. */
function seats(clubSubscribers: ClubSubscriber[], matches: Match[], today: string, random: Random) {
  return clubSubscribers
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
