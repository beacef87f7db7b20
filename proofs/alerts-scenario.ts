import { readMail, type ReceivedMail } from '../test/support/smtp-receiver.ts'
import type { Json, TestPublisher } from '../test/support/test-publisher.ts'
import type { Options, Outcome } from './proof.ts'

/** A service that tells of changes, with a publisher that has a rule without a grace. */
export interface World {
  club: TestPublisher
  /** A subscriber of these calendars who has proved the address; returns the address of the feed. */
  subscribe(email: string, calendarIds: string[]): Promise<string>
  /** Fetches a feed as an application does. */
  read(feedUrl: string, userAgent: string): Promise<void>
  /** Waits until what was read is stored. */
  flush(): Promise<void>
  /** Causes some faults, and then waits until nobody is left to tell. */
  settle(): Promise<void>
  /** The service's time, epoch milliseconds. */
  now: () => number
  /** Moves the service's clock. */
  pass: (ms: number) => void
  /** The mails that the mail server has taken. */
  mails: ReceivedMail[]
}

const PEOPLE = 8
const EVENTS = 3
const APPLICATIONS = ['iOS/18.3 (22D63) dataaccessd/1.0', 'Mozilla/5.0 Thunderbird/128.0']
const HOUR_MS = 3_600_000
/** The service's time between two rounds. In a shorter one, people would get more mails a day than a rule allows. */
const ROUND_MS = 4 * HOUR_MS
/** Rounds of one season, before its events begin. */
export const MOST_ROUNDS = 40
const STARTS = ['12:00', '13:30', '17:00']
const PLACES = ['City Ground', 'Lake Ground']

/** The fields of an event that an alert tells. */
interface Version {
  startTime: string
  location: string
  cancelled: number
}

interface Person {
  email: string
  feedUrl: string
  /** The events as each application has fetched them, and in which round. */
  shown: Map<string, { versions: Version[]; round: number }>
  /** The last version that a mail told of an event, and in which round. */
  told: Map<number, { version: Version; round: number }>
}

/**
 * In each round some people refresh, some events change, often back to what they were, and the service tells. A simple
 * list of who has seen what says who has to be told; nobody else may be, and nobody twice.
 */
export async function tellThrough(world: World, { times, progress }: Options): Promise<Outcome> {
  const { club } = world
  const broken: string[] = []
  const calendarId = await club.calendar({ name: 'First team' })
  const day = new Date(world.now() + 10 * 24 * HOUR_MS).toISOString().slice(0, 10)
  const events: Version[] = []
  const eventIds: string[] = []
  for (let i = 0; i < EVENTS; i++) {
    const version = { startTime: STARTS[0]!, location: PLACES[0]!, cancelled: 0 }
    const times = { startDate: day, endDate: day, endTime: '23:30', timezone: 'UTC' }
    eventIds.push(await club.event(calendarId, { ...times, ...version, name: `Match ${i}` }))
    events.push(version)
  }
  const changed: number[] = events.map(() => -1)
  const people: Person[] = []
  for (let i = 0; i < PEOPLE; i++) {
    const email = `fan-${i}@example.com`
    const feedUrl = await world.subscribe(email, [calendarId])
    const person: Person = { email, feedUrl, shown: new Map(), told: new Map() }
    people.push(person)
    await refresh(person, APPLICATIONS.slice(0, 1 + (i % 2)), 0)
  }
  await world.flush()

  let tellings = 0
  let doubled = 0
  for (let round = 1; round <= times; round++) {
    world.pass(ROUND_MS)
    for (const person of people) await refresh(person, [...person.shown.keys()].filter(oneOfThree), round)
    await world.flush()
    world.pass(60_000)
    for (const i of events.keys()) {
      if (!oneOfThree()) continue
      const next = { startTime: pick(STARTS), location: pick(PLACES), cancelled: Math.random() < 0.2 ? 1 : 0 }
      if (JSON.stringify(next) === JSON.stringify(events[i])) continue
      const answer = await club.put(`/event/${eventIds[i]}`, next)
      if (answer.status !== 200) throw new Error(`a change was answered ${answer.status}: ${answer.text}`)
      events[i] = next
      changed[i] = round
    }
    const expected = new Set(people.flatMap((person) => outdated(person).map((i) => `${person.email} ${i}`)))
    world.mails.length = 0
    await world.settle()
    const { told, twice, again } = readTold(world.mails)
    doubled += again
    broken.push(...twice.map((what) => `round ${round}: ${what} told twice`))
    for (const what of expected) if (!told.has(what)) broken.push(`round ${round}: ${what} was not told`)
    for (const what of told)
      if (!expected.has(what)) broken.push(`round ${round}: ${what} had it, and was told`)
    for (const what of told) {
      const [email, i] = what.split(' ') as [string, string]
      const person = people.find((own) => own.email === email)!
      person.told.set(Number(i), { version: events[Number(i)]!, round })
    }
    tellings += told.size
    if (round % 10 === 0) progress(`${round} rounds, ${tellings} told`)
  }
  return {
    figures: { rounds: times, told: tellings, 'mails repeated': doubled },
    broken: broken.slice(0, 20),
  }

  async function refresh(person: Person, applications: string[], round: number): Promise<void> {
    for (const application of applications) {
      await world.read(person.feedUrl, application)
      person.shown.set(application, { versions: events.map((version) => ({ ...version })), round })
    }
  }

  /** The events of which somebody has to be told. Changes of a round are made after its reads. */
  function outdated({ shown, told }: Person): number[] {
    return [...events.keys()].filter((i) => {
      const last = told.get(i)
      return [...shown.values()].some(({ versions, round }) => {
        if (round > changed[i]! || changed[i] === -1) return false
        const known = last && last.round >= round ? last.version : versions[i]!
        return differs(known, events[i]!)
      })
    })
  }
}

function differs(known: Version, current: Version): boolean {
  if (known.cancelled && current.cancelled) return false
  return JSON.stringify(known) !== JSON.stringify(current)
}

/** Reads from the mails who was told of which event. A repeated id is the same mail. */
function readTold(mails: ReceivedMail[]) {
  const ids = new Map<string, string>()
  let again = 0
  const twice: string[] = []
  for (const { to, data } of mails) {
    const { 'message-id': id = '', subject = '' } = readMail(data).headers
    const what = `${to.join()} ${/^Match (\d)/.exec(subject)?.[1]}`
    if (ids.get(id)) again++
    else if ([...ids.values()].includes(what)) twice.push(what)
    ids.set(id, what)
  }
  return { told: new Set(ids.values()), twice, again }
}

/** Returns whether all alerts of a publisher have ended. */
export async function isSettled(club: TestPublisher): Promise<boolean> {
  const { body } = await club.get('/admin/api/alerts')
  return body.data.every(({ state }: Json) => state === 'done')
}

function oneOfThree(): boolean {
  return Math.random() < 1 / 3
}

function pick<Value>(values: Value[]): Value {
  return values[Math.floor(Math.random() * values.length)]!
}
