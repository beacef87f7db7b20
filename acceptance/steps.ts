import { type Client } from './client.ts'
import { addDays, clockChanges } from './clock.ts'
import { type Planned, toBody } from './season.ts'
import { ENDED, fixturesOf, type Person, type Published, type World } from './world.ts'

/** An event in a person's calendar, whose start in each application is in the report. */
export interface Watched {
  person: Person
  name: string
}

/** A change made through the API and in `world`, so that applications can be compared with `world`. */
export interface Step {
  name: string
  /** Lines for the report. */
  done: string[]
  watched: Watched[]
}

/** Watches the readers' matches before and after each of London's clock changes. */
export function creation({ clubs, people }: World, readers: Person[]): Step {
  const matches = fixturesOf(clubs).length
  const done = [
    `${matches} fixtures, each in two of ${clubs.length} calendars, ${people.length} private events`,
  ]
  const watched = readers.flatMap((person) =>
    changesOf(person).flatMap((day) => {
      const { before, after } = around(person, day)
      return [before, after].map(({ name }) => ({ person, name }))
    }),
  )
  return { name: 'create', done, watched }
}

/** Moves matches across clock changes, sets the time of one without, and changes a private event's zone. */
export async function move(client: Client, readers: [Person, Person, Person]): Promise<Step> {
  const [first, second] = readers
  const watched: Watched[] = []
  const done: string[] = []
  const change = async (person: Person, event: Published, to: Partial<Planned>) => {
    await put(client, event, to)
    watched.push({ person, name: event.name })
    done.push(`${event.name}: now ${event.date} ${event.time}, ${event.zone}`)
  }
  const [autumn, spring] = changesOf(first)
  if (autumn) await change(first, around(first, autumn).after, { date: addDays(autumn, -1), time: '17:30' })
  if (spring) await change(second, around(second, spring).before, { date: addDays(spring, 3), time: '19:45' })
  for (const person of readers) {
    const open = fixturesOf(person.clubs).find((event) => event.time === null)
    if (!open) continue
    await change(person, open, {
      date: addDays(open.date, 45),
      time: '20:00',
      name: open.name.replace(/ \(.*/, ''),
    })
  }
  if (second.private) await change(second, second.private, { time: '09:15', zone: 'America/New_York' })
  return { name: 'move', done, watched }
}

/** Deletes a match, and some people's private events. */
export async function remove(
  client: Client,
  world: World,
  readers: Person[],
  others: Person[],
): Promise<Step> {
  const watched: Watched[] = []
  const day = changesOf(readers[0]!).at(-1)
  const match = day ? around(readers[0]!, day).before : readers[0]!.clubs[0]!.fixtures[0]!
  await client.call('DELETE', `/event/${match.id}`)
  for (const club of world.clubs) club.fixtures = club.fixtures.filter((event) => event !== match)
  watched.push({ person: readers[0]!, name: match.name })

  const people = [readers[2]!, ...others].filter((person) => person.private)
  watched.push({ person: readers[2]!, name: readers[2]!.private!.name })
  const ids = people.map((person) => person.private!.id)
  const answer = await client.call<{ deleted: number }>(
    'DELETE',
    '/batch/events',
    { type: 'private' },
    { ids },
  )
  for (const person of people) person.private = undefined
  const done = [
    `${match.name}, for both clubs`,
    `${answer.deleted} of ${ids.length} private events in one batch`,
  ]
  return { name: 'delete', done, watched }
}

/** Unsubscribes people, whose feeds then have only a notice. */
export async function unsubscribe(client: Client, readers: Person[], leaving: Person[]): Promise<Step> {
  const watched = readers.map((person) => ({ person, name: ENDED }))
  for (const person of leaving) {
    await client.call('POST', `/subscriber/${person.svcId}/unsubscribe`)
    person.endedOn = new Date().toISOString().slice(0, 10)
  }
  return { name: 'unsubscribe', done: [`${leaving.length} people leave`], watched }
}

/** Sends only the changed fields. */
async function put(client: Client, event: Published, to: Partial<Planned>): Promise<void> {
  const before = new Map<string, unknown>(Object.entries(toBody(event)))
  Object.assign(event, to)
  const changes = Object.entries(toBody(event)).filter(([key, value]) => before.get(key) !== value)
  await client.call('PUT', `/event/${event.id}`, {}, Object.fromEntries(changes))
  event.sequence++
}

function changesOf(person: Person): string[] {
  const dates = timedFixtures(person).map((event) => event.date)
  return clockChanges(dates[0]!, dates.at(-1)!)
}

/** The last match before the day the clocks change, and the first on it or later. */
function around(person: Person, day: string): { before: Published; after: Published } {
  const fixtures = timedFixtures(person)
  return {
    before: fixtures.findLast((event) => event.date < day)!,
    after: fixtures.find((event) => event.date >= day)!,
  }
}

function timedFixtures(person: Person): Published[] {
  const timed = fixturesOf(person.clubs).filter((event) => event.time !== null)
  const start = (event: Published) => `${event.date} ${event.time}`
  return timed.sort((a, b) => (start(a) < start(b) ? -1 : 1))
}
