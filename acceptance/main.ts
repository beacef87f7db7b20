// `npm run acceptance -- <season.json>`: the service as in production, a season, a thousand people, and the
// calendar applications they use. The exit code is 1 if an application shows anything other than what was published.
// `npm run acceptance -- webhooks` shows the notifications that a publisher gets,
// `-- accounts` a CalDAV account, `-- reach` who has a change, and who is told of it, `-- term` the dates of a series.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { showAccounts } from './accounts.ts'
import { openApplications } from './applications/index.ts'
import { checkApplications } from './check.ts'
import { type Client, createClient } from './client.ts'
import { watchFeeds } from './feeds.ts'
import { followLinks } from './links.ts'
import { endAll } from './processes.ts'
import { publishPrivateEvents, publishSeason } from './publish.ts'
import { showReach } from './reach.ts'
import { checked, comparison, conclusion, headline, line, skipped } from './report.ts'
import { readSeason, type Season } from './season.ts'
import { type Service, startService } from './service.ts'
import { creation, move, remove, type Step, unsubscribe } from './steps.ts'
import { findSubscribers, subscribePeople } from './subscribe.ts'
import { showTerm } from './term.ts'
import { showNotifications } from './webhooks.ts'
import { type Person, type World } from './world.ts'

const PEOPLE = 1000
const SAMPLE = 30

async function acceptance(season: Season): Promise<boolean> {
  headline(season.name)
  const service = await startService()
  line('service', `on ${service.database}`)
  const client = createClient(service.url, service.publisher)
  const world = await populate(service, client, season)

  const people = spread(world.people, SAMPLE)
  const readers = people.slice(0, 3) as [Person, Person, Person]
  const { hostname } = new URL(service.url)
  const feeds = watchFeeds(world, hostname, people)
  const sample = people.map((person) => ({ person, file: feeds.fileOf(person) }))
  const days = season.fixtures.map(({ planned }) => planned.date).sort()
  const { applications, missing } = await openApplications(sample, sample.slice(0, 3), days[0]!)
  for (const { name, packages } of missing) skipped(name, packages)

  const steps: (() => Step | Promise<Step>)[] = [
    () => creation(world, readers),
    () => move(client, readers),
    () => remove(client, world, readers, people.slice(10, 20)),
    () => unsubscribe(client, readers, people),
  ]
  for (const [index, take] of steps.entries()) {
    const { name, done, watched } = await take()
    headline(`After ${name}`)
    for (const text of done) line(name, text)
    const { findings, summary } = await feeds.read()
    checked('feeds', summary, findings)
    if (index === 0) {
      const { count, wrong } = await followLinks(sample.slice(0, 3))
      checked('quick links', `${count} followed`, wrong)
    }
    comparison(watched, await checkApplications(applications, hostname))
  }
  headline('At the end')
  checked('service log', `${client.counts.calls} API calls in all`, await service.stop())
  return conclusion(missing.map(({ name }) => name))
}

async function populate(service: Service, client: Client, season: Season): Promise<World> {
  const clubs = await publishSeason(client, season)
  line('publisher', `${clubs.length} calendars with ${season.fixtures.length} fixtures, each in two`)
  const people = await subscribePeople(service, clubs, PEOPLE)
  const wrong = await findSubscribers(client, people)
  checked('subscribers', `${people.length} through the widget, found again by their e-mail`, wrong)
  const world = { clubs, people }
  const added = await publishPrivateEvents(client, world)
  const lost = added === people.length ? [] : [`${people.length - added} were not added`]
  checked('private events', `${added} added in one batch`, lost)
  const { calls, waits } = client.counts
  line('API', `${calls} signed calls, ${waits} of them told to wait`)
  return world
}

/** A sample of people: the first three, and others spread over the list. */
function spread(people: Person[], count: number): Person[] {
  const others = Array.from(
    { length: count - 3 },
    (_, turn) => 3 + Math.floor((turn * people.length) / count),
  )
  return [0, 1, 2, ...others].map((index) => people[index]!)
}

const SHOWS: Record<string, () => Promise<boolean>> = {
  accounts: showAccounts,
  webhooks: showNotifications,
  reach: showReach,
  term: showTerm,
}
const show = SHOWS[process.argv[2] ?? '']
const file = process.argv[2] && resolve(process.env.FASTI_CWD ?? '.', process.argv[2])
if (!show && (!file || !existsSync(file))) {
  console.error('npm run acceptance -- <season.json>   (in the format of football.json by openfootball)')
  for (const name of Object.keys(SHOWS)) console.error(`npm run acceptance -- ${name}`)
  process.exit(2)
}
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    interrupted = true
    void endAll().finally(() => process.exit(130))
  })
}
try {
  const right = show ? await show() : await acceptance(readSeason(file!))
  process.exitCode = right ? 0 : 1
} catch (error) {
  if (!interrupted) throw error
} finally {
  await endAll()
}
