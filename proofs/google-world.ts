import type { AppContext } from '../src/context.ts'
import { seededRandom } from '../src/demo/random.ts'
import {
  chooseMirrors,
  connectMirror,
  connectPerson,
  disconnectPerson,
  findLivePerson,
} from '../src/push-targets/connect.ts'
import { GOOGLE_SCOPES } from '../src/push-targets/google/google.ts'
import type { TargetKind } from '../src/push-targets/grant.ts'
import { findMirrorGrant } from '../src/push-targets/grant-store.ts'
import type { Consent } from '../src/push-targets/provider.ts'
import type { Target } from '../src/push-targets/target.ts'
import { listTargetsOf } from '../src/push-targets/target-store.ts'
import { currentRevision } from '../src/revisions/revision.ts'
import type { FakeGoogle } from '../test/support/google/start.ts'
import { eventsAtGoogle, eventsOfFeed, type SeenEvent } from '../test/support/google-events.ts'
import { expectOk, send, type TestPublisher } from '../test/support/test-publisher.ts'

/** A publisher with two calendars and a mirror of each, and a subscriber with a calendar at Google. */
export interface GoogleWorld {
  ctx: AppContext
  google: FakeGoogle
  club: TestPublisher
  calendars: string[]
  person: { svcId: string; feedUrl: string; manageUrl: string }
  /** The accounts at Google. */
  accounts: { fan: string; club: string }
  /** Live events by id, with their calendar. */
  events: Set<string>
  random: () => number
  /** The owners of the accounts do something at Google as well. */
  atGoogle: boolean
  /** What has been done in this history after which nobody can delete the person's calendar but they themselves. */
  done: { revoked: boolean; ended: boolean }
}

/** Above it events are deleted rather than added. */
const MOST_EVENTS = 15

export async function newWorld(
  service: { ctx: AppContext; google: FakeGoogle },
  club: TestPublisher,
  seed: number,
): Promise<GoogleWorld> {
  const { ctx, google } = service
  const accounts = { fan: `fan-${club.id}@gmail.example`, club: `club-${club.id}@gmail.example` }
  for (const email of Object.values(accounts)) google.addAccount(email)
  const calendars = [await club.calendar(), await club.calendar()]
  const person = await club.subscriber(undefined, calendars)
  const world = { ctx, google, club, calendars, person, accounts, events: new Set<string>() }
  const whole = {
    ...world,
    random: seededRandom(seed),
    atGoogle: true,
    done: { revoked: false, ended: false },
  }
  await connectPerson(ctx, 'google', club.id, person.svcId, consentOf(whole, 'person'))
  await connectMirror(ctx, 'google', club.id, consentOf(whole, 'mirror'))
  await chooseMirrors(ctx, club.id, calendars)
  return whole
}

function consentOf({ ctx, google, accounts }: GoogleWorld, kind: TargetKind): Consent {
  const scopes = GOOGLE_SCOPES[kind].asked
  const { refreshToken, accessToken } = google.grant(kind === 'mirror' ? accounts.club : accounts.fan, scopes)
  const accessExpiresAt = ctx.now() + 3_500_000
  return { tokens: { refresh: refreshToken, access: accessToken, accessExpiresAt }, scopes }
}

/** Does one of many things that a publisher, a subscriber or the owner of an account may do. */
export async function change(world: GoogleWorld): Promise<void> {
  const { club, random, events } = world
  const chance = random()
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!
  if (events.size === 0 || (chance < 0.4 && events.size < MOST_EVENTS)) return addEvent(world)
  const id = pick([...events])
  if (chance < 0.6) {
    const over = [{ name: `Renamed ${random()}` }, { startTime: '13:00' }, { draft: 1 }, { draft: 0 }]
    expectOk(await club.put(`/event/${id}`, pick([...over, { cancelled: 1 }, { details: 'a < b & "c"' }])))
  } else if (chance < 0.8) {
    expectOk(await club.delete(`/event/${id}`))
    events.delete(id)
  } else if (chance < 0.94) await changePerson(world)
  else if (chance < 0.96) await changeSettings(world)
  else if (world.atGoogle) await changeAtGoogle(world)
  else await addEvent(world)
}

async function addEvent({ club, calendars, events, random, person }: GoogleWorld): Promise<void> {
  const number = (below: number) => Math.floor(random() * below)
  const day = `2027-0${1 + number(9)}-1${number(10)}`
  const fields = { name: `Match ${random()} <b> & more`, startDate: day, endDate: day }
  if (number(10) === 0) events.add(await club.privateEvent(person.svcId, fields))
  else events.add(await club.event(calendars[number(2)]!, fields))
}

async function changePerson({ calendars, person, random }: GoogleWorld): Promise<void> {
  const [first, second] = calendars as [string, string]
  const changes: [string, object][] = [
    ...[[first], [second], calendars].map((calendarIds): [string, object] => ['/calendars', { calendarIds }]),
    ...[['30M'], ['1D', '2H'], []].map((reminders): [string, object] => ['/reminders', { reminders }]),
  ]
  const [path, body] = changes[Math.floor(random() * changes.length)]!
  // A person may do so only so often: a refusal changes nothing.
  await send(person.manageUrl + path, { method: 'POST', body: JSON.stringify(body) })
}

async function changeSettings({ club, random }: GoogleWorld): Promise<void> {
  const cancelledEvents = ['strike', 'mark', 'remove'][Math.floor(random() * 3)]
  expectOk(await club.call('PUT', '/admin/api/publisher', { cancelledEvents }))
}

/** What the owner of an account does at Google. A change follows: without one, nobody notices. */
async function changeAtGoogle(world: GoogleWorld): Promise<void> {
  const { accounts, google, random } = world
  const email = random() < 0.5 ? accounts.fan : accounts.club
  const chance = random()
  if (chance < 0.4) google.expireTokens(email)
  else if (chance < 0.6) {
    google.revokeAccess(email)
    if (email === accounts.fan) world.done.revoked = true
  } else if (chance < 0.8) {
    const [calendar] = google.calendarsOf(email)
    if (calendar !== undefined) google.deleteCalendar(calendar)
  } else {
    const live = await findLivePerson(world.ctx.db, world.club.id, world.person.svcId, 'google')
    if (live) await disconnectPerson(world.ctx, world.club.id, world.person.svcId, 'google')
    world.done.ended = true
  }
  const { club, calendars, events } = world
  for (const calendar of calendars) events.add(await club.event(calendar))
}

/** Consents again, and chooses again, where a consent or a calendar is gone. Returns how often. */
export async function mend(world: GoogleWorld): Promise<number> {
  const { ctx, club, person, calendars } = world
  let mended = 0
  const live = await findLivePerson(ctx.db, club.id, person.svcId, 'google')
  if (!live || ['disconnected', 'removed'].includes(live.target.state)) {
    await connectPerson(ctx, 'google', club.id, person.svcId, consentOf(world, 'person'))
    mended++
  }
  const grant = await findMirrorGrant(ctx.db, club.id)
  if (!grant || grant.disconnectedAt !== null) {
    await connectMirror(ctx, 'google', club.id, consentOf(world, 'mirror'))
    mended++
  }
  const mirrors = await mirrorsOf(world)
  if (mirrors.some(({ state }) => state === 'removed')) {
    await chooseMirrors(ctx, club.id, calendars)
    mended++
  }
  return mended
}

async function mirrorsOf({ ctx, club }: GoogleWorld): Promise<Target[]> {
  const grant = await findMirrorGrant(ctx.db, club.id)
  return grant ? listTargetsOf(ctx.db, club.id, grant.id) : []
}

/** True when all changes were looked at, and no target is due or worked on. */
export async function isQuiet({ ctx, club }: GoogleWorld): Promise<boolean> {
  const now = ctx.now()
  const { revision } = await ctx.db
    .selectFrom('push_target_follower')
    .select('revision')
    .where('publisher_id', '=', club.id)
    .executeTakeFirstOrThrow()
  if (revision < (await currentRevision(ctx.db, club.id))) return false
  const busy = await ctx.db
    .selectFrom('push_target')
    .select('id')
    .where('publisher_id', '=', club.id)
    .where((eb) => eb.or([eb('lease_until', '>', now), eb('next_at', '<=', now), eb('failures', '>', 0)]))
    .executeTakeFirst()
  return !busy
}

/** Differences between feeds and the calendars at Google that should equal them; empty when all is well. */
export async function differences(world: GoogleWorld): Promise<string[]> {
  const { ctx, club, person } = world
  const live = await findLivePerson(ctx.db, club.id, person.svcId, 'google')
  const mirrors = await mirrorsOf(world)
  if (!live || mirrors.length !== 2) return ['not connected']
  const wrong = [live.target, ...mirrors].filter(({ state }) => state !== 'active')
  const ofPerson = await compare(world, person.feedUrl, live.target)
  const ofMirrors = await Promise.all(
    mirrors.map((target) => compare(world, `${club.url}/calendar/${target.calendarId}.ics`, target)),
  )
  return [...wrong.map(({ kind, state }) => `${kind} is ${state}`), ...ofPerson, ...ofMirrors.flat()]
}

async function compare({ google }: GoogleWorld, feed: string, target: Target): Promise<string[]> {
  const { kind, remoteCalendarId } = target
  if (remoteCalendarId === null || !google.findCalendar(remoteCalendarId)) return [`${kind} has no calendar`]
  const should = eventsOfFeed((await send(feed)).text).map(plain)
  const has = eventsAtGoogle(google, remoteCalendarId).map(plain)
  return [
    ...should.filter((one) => !has.includes(one)).map((one) => `lost in ${kind}: ${one}`),
    ...has.filter((one) => !should.includes(one)).map((one) => `too much in ${kind}: ${one}`),
    ...(has.length > should.length ? [`${kind} has ${has.length} events instead of ${should.length}`] : []),
  ]
}

/**
 * Takes the calendars away that no target knows: a response was lost after Google had made them, or the person ended
 * the access before we could delete. Returns how many there were, and those that have events, which would be doubles.
 */
export async function takeOrphans(world: GoogleWorld): Promise<{ orphans: number; doubles: string[] }> {
  const { ctx, google, accounts, club, done } = world
  const rows = await ctx.db
    .selectFrom('push_target')
    .select('remote_calendar_id')
    .where('publisher_id', '=', club.id)
    .execute()
  const known = new Set(rows.map((row) => row.remote_calendar_id))
  const orphans = Object.values(accounts)
    .flatMap((email) => google.calendarsOf(email))
    .filter((id) => !known.has(id))
  const mayStay = new Set(done.revoked && done.ended ? google.calendarsOf(accounts.fan) : [])
  const doubles = orphans.filter((id) => !mayStay.has(id) && google.eventsOf(id).length > 0)
  Object.assign(done, { revoked: false, ended: false })
  for (const id of orphans) google.deleteCalendar(id)
  return { orphans: orphans.length, doubles: doubles.map((id) => `${id} is a double of a calendar`) }
}

/** An event as text, without the token of its manage link. */
function plain(event: SeenEvent): string {
  return JSON.stringify({ ...event, description: event.description.replace(/\/manage\/[\w-]+/, '/manage/') })
}
