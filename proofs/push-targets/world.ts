import type { AppContext } from '../../src/context.ts'
import { seededRandom } from '../../src/demo/random.ts'
import { chooseMirrors, connectMirror } from '../../src/push-targets/connect-mirror.ts'
import { connectPerson, disconnectPerson, findLivePerson } from '../../src/push-targets/connect-person.ts'
import type { TargetKind } from '../../src/push-targets/grant.ts'
import { findMirrorGrant } from '../../src/push-targets/grant-store.ts'
import type { Target } from '../../src/push-targets/target.ts'
import { listTargetsOf } from '../../src/push-targets/target-store.ts'
import { currentRevision } from '../../src/revisions/revision.ts'
import { eventsOfFeed, type SeenEvent } from '../../test/support/google-events.ts'
import { expectOk, send, type TestPublisher } from '../../test/support/test-publisher.ts'
import type { FakeProvider } from './fakes.ts'

/** A publisher with two calendars and perhaps a mirror of each, and subscribers with calendars at a provider. */
export interface World {
  ctx: AppContext
  fake: FakeProvider
  club: TestPublisher
  calendars: string[]
  people: Person[]
  /** The accounts at the provider: all people share one. */
  accounts: { fan: string; club: string }
  /** Live events by id. */
  events: Set<string>
  random: () => number
  /** The owners of the accounts do something at the provider as well. */
  atProvider: boolean
  /** What has been done in this history after which nobody can delete a person's calendar but they themselves. */
  done: { revoked: boolean; ended: boolean }
}

interface Person {
  svcId: string
  feedUrl: string
  manageUrl: string
}

/** Above it events are deleted rather than added. */
const MOST_EVENTS = 15

export async function newWorld(
  service: { ctx: AppContext; fake: FakeProvider },
  club: TestPublisher,
  seed: number,
): Promise<World> {
  const { ctx, fake } = service
  const accounts = { fan: `fan-${club.id}@provider.example`, club: `club-${club.id}@provider.example` }
  for (const email of Object.values(accounts)) fake.addAccount(email)
  const calendars = [await club.calendar(), await club.calendar()]
  const people: Person[] = []
  while (people.length < fake.people) people.push(await club.subscriber(undefined, calendars))
  const world: World = {
    ...{ ctx, fake, club, calendars, people, accounts, events: new Set<string>() },
    ...{ random: seededRandom(seed), atProvider: true, done: { revoked: false, ended: false } },
  }
  for (const { svcId } of people)
    await connectPerson(ctx, fake.name, club.id, svcId, consentOf(world, 'person'))
  if (!fake.hasMirrors) return world
  await connectMirror(ctx, fake.name, club.id, consentOf(world, 'mirror'))
  await chooseMirrors(ctx, club.id, calendars)
  return world
}

function consentOf({ fake, accounts }: World, kind: TargetKind) {
  return fake.consent(kind === 'mirror' ? accounts.club : accounts.fan, kind)
}

/** Does one of many things that a publisher, a subscriber or the owner of an account may do. */
export async function change(world: World): Promise<void> {
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
  else if (world.atProvider) await changeAtProvider(world)
  else await addEvent(world)
}

async function addEvent({ club, calendars, events, random, people }: World): Promise<void> {
  const number = (below: number) => Math.floor(random() * below)
  const day = `2027-0${1 + number(9)}-1${number(10)}`
  const fields = { name: `Match ${random()} <b> & more`, startDate: day, endDate: day }
  if (number(10) === 0) events.add(await club.privateEvent(people[number(people.length)]!.svcId, fields))
  else events.add(await club.event(calendars[number(2)]!, fields))
}

async function changePerson({ calendars, people, random }: World): Promise<void> {
  const [first, second] = calendars as [string, string]
  const changes: [string, object][] = [
    ...[[first], [second], calendars].map((calendarIds): [string, object] => ['/calendars', { calendarIds }]),
    ...[['30M'], ['1D', '2H'], []].map((reminders): [string, object] => ['/reminders', { reminders }]),
  ]
  const [path, body] = changes[Math.floor(random() * changes.length)]!
  // A person may do so only so often: a refusal changes nothing.
  const { manageUrl } = people[Math.floor(random() * people.length)]!
  await send(manageUrl + path, { method: 'POST', body: JSON.stringify(body) })
}

async function changeSettings({ club, random }: World): Promise<void> {
  const cancelledEvents = ['strike', 'mark', 'remove'][Math.floor(random() * 3)]
  expectOk(await club.call('PUT', '/admin/api/publisher', { cancelledEvents }))
}

/** What the owner of an account does at the provider. A change follows: without one, nobody notices. */
async function changeAtProvider(world: World): Promise<void> {
  const { accounts, fake, random, club, calendars, events, people } = world
  const email = fake.hasMirrors && random() < 0.5 ? accounts.club : accounts.fan
  const pick = <T>(list: T[]): T | undefined => list[Math.floor(random() * list.length)]
  const chance = random()
  if (chance < 0.3) fake.expireTokens(email)
  else if (chance < 0.5) {
    fake.revokeAccess(email)
    if (email === accounts.fan) world.done.revoked = true
  } else if (chance < 0.65) {
    const calendar = pick(fake.calendarsOf(email))
    if (calendar !== undefined) fake.deleteCalendar(email, calendar)
  } else if (chance < 0.8) await deleteAtProvider(world, email)
  else {
    const { svcId } = pick(people)!
    const live = await findLivePerson(world.ctx.db, club.id, svcId, fake.name)
    if (live) await disconnectPerson(world.ctx, club.id, svcId, fake.name)
    world.done.ended = true
  }
  for (const calendar of calendars) events.add(await club.event(calendar))
}

/** Deletes an event in the account, which comes back as soon as it changes. */
async function deleteAtProvider({ fake, club, events, random }: World, email: string): Promise<void> {
  const ids = [...events]
  const id = ids[Math.floor(random() * ids.length)]
  if (id === undefined) return
  for (const calendar of fake.calendarsOf(email)) fake.deleteEvent(email, calendar, id)
  expectOk(await club.put(`/event/${id}`, { name: `Again ${random()}` }))
}

/** Consents again, and chooses again, where a consent or a calendar is gone. Returns how often. */
export async function mend(world: World): Promise<number> {
  const { ctx, fake, club, people, calendars } = world
  let mended = 0
  for (const { svcId } of people) {
    const live = await findLivePerson(ctx.db, club.id, svcId, fake.name)
    if (!live || ['disconnected', 'removed'].includes(live.target.state)) {
      await connectPerson(ctx, fake.name, club.id, svcId, consentOf(world, 'person'))
      mended++
    } else if (live.target.state === 'active' && (await isQuiet(world))) {
      // What was added after the person deleted the calendar may be gone again before anything was written.
      const { remoteCalendarId: id } = live.target
      if (id !== null && !fake.calendarsOf(world.accounts.fan).includes(id))
        for (const calendar of calendars) world.events.add(await club.event(calendar))
    }
  }
  if (!fake.hasMirrors) return mended
  const grant = await findMirrorGrant(ctx.db, club.id)
  if (!grant || grant.disconnectedAt !== null) {
    await connectMirror(ctx, fake.name, club.id, consentOf(world, 'mirror'))
    mended++
  }
  const mirrors = await mirrorsOf(world)
  if (mirrors.some(({ state }) => state === 'removed')) {
    await chooseMirrors(ctx, club.id, calendars)
    mended++
  }
  return mended
}

async function mirrorsOf({ ctx, club }: World): Promise<Target[]> {
  const grant = await findMirrorGrant(ctx.db, club.id)
  return grant ? listTargetsOf(ctx.db, club.id, grant.id) : []
}

/** True when all changes were looked at, and no target is due or worked on. */
export async function isQuiet({ ctx, club }: World): Promise<boolean> {
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

/** Differences between feeds and the calendars at the provider that should equal them; empty when all is well. */
export async function differences(world: World): Promise<string[]> {
  const { ctx, fake, club, people, accounts } = world
  const pairs: { target: Target; feed: string; email: string }[] = []
  for (const { svcId, feedUrl } of people) {
    const live = await findLivePerson(ctx.db, club.id, svcId, fake.name)
    if (live) pairs.push({ target: live.target, feed: feedUrl, email: accounts.fan })
  }
  for (const target of await mirrorsOf(world))
    pairs.push({ target, feed: `${club.url}/calendar/${target.calendarId}.ics`, email: accounts.club })
  if (pairs.length !== people.length + (fake.hasMirrors ? 2 : 0)) return ['not connected']
  const wrong = pairs.filter(({ target }) => target.state !== 'active')
  const compared = await Promise.all(pairs.map((pair) => compare(fake, pair)))
  return [...wrong.map(({ target: { kind, state } }) => `${kind} is ${state}`), ...compared.flat()]
}

async function compare(
  fake: FakeProvider,
  { target, feed, email }: { target: Target; feed: string; email: string },
): Promise<string[]> {
  const { kind, remoteCalendarId } = target
  if (remoteCalendarId === null || !fake.calendarsOf(email).includes(remoteCalendarId))
    return [`${kind} has no calendar`]
  const should = eventsOfFeed((await send(feed)).text).map((event) => plain(fake.shown(event)))
  const has = fake.eventsOf(email, remoteCalendarId).map(plain)
  return [
    ...should.filter((one) => !has.includes(one)).map((one) => `lost in ${kind}: ${one}`),
    ...has.filter((one) => !should.includes(one)).map((one) => `too much in ${kind}: ${one}`),
    ...(has.length > should.length ? [`${kind} has ${has.length} events instead of ${should.length}`] : []),
  ]
}

/**
 * Takes the calendars away that no target knows: a response was lost after the provider had made them, or the person
 * ended the access before we could delete. Returns how many there were, and those that should not be: with events they
 * are doubles, and where lost calendars can be found, empty ones should be found.
 */
export async function takeOrphans(world: World): Promise<{ orphans: number; doubles: string[] }> {
  const { ctx, fake, accounts, club, done } = world
  const rows = await ctx.db
    .selectFrom('push_target')
    .select('remote_calendar_id')
    .where('publisher_id', '=', club.id)
    .execute()
  const known = new Set(rows.map((row) => row.remote_calendar_id))
  const orphans = Object.values(accounts)
    .flatMap((email) => fake.calendarsOf(email).map((id) => ({ email, id })))
    .filter(({ id }) => !known.has(id))
  const mayStay = done.revoked && done.ended ? accounts.fan : undefined
  const doubles = orphans
    .filter(({ email }) => email !== mayStay)
    .map(({ email, id }) => ({ email, id, events: fake.eventsOf(email, id).length }))
    .filter(({ events }) => fake.findsLost || events > 0)
  Object.assign(done, { revoked: false, ended: false })
  for (const { email, id } of orphans) fake.deleteCalendar(email, id)
  return {
    orphans: orphans.length,
    doubles: doubles.map(({ email, id, events }) => `${id} of ${email}, with ${events} events, is a double`),
  }
}

/** An event as text, without the token of its manage link. */
function plain(event: SeenEvent): string {
  return JSON.stringify({ ...event, description: event.description.replace(/\/manage\/[\w-]+/, '/manage/') })
}
