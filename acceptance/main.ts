// `npm run acceptance -- <season.json>`: the service as it is run in earnest, a season, a thousand people, and
// the calendar programs they use. Ends with exit code 1 when one of them shows anything else than was published.
// `npm run acceptance -- webhooks` shows what a publisher is told instead.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkPrograms } from './check.ts'
import { type Client, createClient } from './client.ts'
import { watchFeeds } from './feeds.ts'
import { followLinks } from './links.ts'
import { endAll } from './processes.ts'
import { openPrograms } from './programs/index.ts'
import { publishPrivateEvents, publishSeason } from './publish.ts'
import { checked, comparison, conclusion, headline, line, skipped } from './report.ts'
import { readSeason, type Season } from './season.ts'
import { type Service, startService } from './service.ts'
import { creation, move, remove, type Step, unsubscribe } from './steps.ts'
import { findSubscribers, subscribePeople } from './subscribe.ts'
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
  const days = season.clubs.flatMap((club) => club.fixtures.map((fixture) => fixture.date)).sort()
  const { programs, missing } = await openPrograms(sample, sample.slice(0, 3), days[0]!)
  for (const { name, packages } of missing) skipped(name, packages)

  const steps: (() => Step | Promise<Step>)[] = [
    () => creation(world, readers),
    () => move(client, world, readers),
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
    comparison(watched, await checkPrograms(programs, hostname))
  }
  headline('At the end')
  checked('service log', `${client.counts.calls} API calls in all`, await service.stop())
  return conclusion(missing.map(({ name }) => name))
}

async function populate(service: Service, client: Client, season: Season): Promise<World> {
  const clubs = await publishSeason(client, season)
  const fixtures = clubs.reduce((sum, club) => sum + club.fixtures.length, 0)
  line('publisher', `${clubs.length} calendars with ${fixtures} fixtures`)
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

/** Some people: the first three, and others from all over. */
function spread(people: Person[], count: number): Person[] {
  const others = Array.from(
    { length: count - 3 },
    (_, turn) => 3 + Math.floor((turn * people.length) / count),
  )
  return [0, 1, 2, ...others].map((index) => people[index]!)
}

const webhooks = process.argv[2] === 'webhooks'
const file = process.argv[2] && resolve(process.env.FASTI_CWD ?? '.', process.argv[2])
if (!webhooks && (!file || !existsSync(file))) {
  console.error('npm run acceptance -- <season.json>   (in the format of football.json by openfootball)')
  console.error('npm run acceptance -- webhooks')
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
  const right = webhooks ? await showNotifications() : await acceptance(readSeason(file!))
  process.exitCode = right ? 0 : 1
} catch (error) {
  if (!interrupted) throw error
} finally {
  await endAll()
}
