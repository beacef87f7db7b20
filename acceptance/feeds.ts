import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lintIcs } from '../test/support/ics-lint.ts'
import { readCalendar, type ReadEvent } from '../test/support/read-calendar.ts'
import { each } from './client.ts'
import { temporaryFolder } from './processes.ts'
import {
  differences,
  expectedEvent,
  expectedOf,
  type Facts,
  HOW_TO_REMOVE,
  LINK,
  type Person,
  type Seen,
  type World,
} from './world.ts'

const FACTS: Facts = ['uid', 'start', 'end', 'name', 'location', 'sequence', 'alarms', 'text']

/** A feed that is read after every step. */
interface Watched {
  owner: string
  url: string
  expected: () => Seen[]
  /** The expected events at the last read, and the ETag from then. */
  before?: { expected: string; etag: string }
  file?: string | undefined
}

export interface Feeds {
  /** Reads every feed conditionally, as calendar applications do. Returns findings and counts. */
  read(): Promise<{ findings: string[]; summary: string }>
  /** The file with the person's feed from the last read. */
  fileOf(person: Person): string
}

/** All personal feeds and those of the public calendars. Each read writes the files of `sample`. */
export function watchFeeds({ clubs, people }: World, host: string, sample: Person[]): Feeds {
  const folder = temporaryFolder()
  const files = new Map(sample.map((person) => [person, join(folder, `${person.email}.ics`)]))
  const feeds: Watched[] = [
    ...clubs.map((club) => ({
      owner: `the calendar of ${club.name}`,
      url: club.feedUrl,
      expected: () => club.fixtures.map((fixture) => expectedEvent(fixture, host)),
    })),
    ...people.map((person) => ({
      owner: person.email,
      url: person.feedUrl,
      expected: () => expectedOf(person, host),
      file: files.get(person),
    })),
  ]
  return {
    fileOf: (person) => files.get(person)!,
    async read() {
      const results = await each(feeds, readFeed)
      const findings = results.flatMap((result) => result.findings)
      const changed = results.filter((result) => result.changed)
      const events = results.reduce((sum, result) => sum + result.events, 0)
      const bytes = results.reduce((sum, result) => sum + result.bytes, 0)
      const size = `${(bytes / 1e6).toFixed(1)} MB, ${events} events`
      const summary = `${feeds.length} feeds: ${changed.length} new (${size}), ${feeds.length - changed.length} unchanged (304)`
      return { findings, summary }
    },
  }
}

interface Result {
  findings: string[]
  changed: boolean
  events: number
  bytes: number
}

async function readFeed(feed: Watched): Promise<Result> {
  const { owner, url, before, file } = feed
  const expected = feed.expected()
  const facts = JSON.stringify(expected)
  const response = await fetch(url, { headers: before ? { 'if-none-match': before.etag } : {} })
  const wanted = before?.expected === facts ? 304 : 200
  const findings = response.status === wanted ? [] : [`answered ${response.status} instead of ${wanted}`]
  const bytes = Buffer.from(await response.arrayBuffer())
  let events: Seen[] = []
  if (response.status === 200) {
    feed.before = { expected: facts, etag: response.headers.get('etag') ?? '' }
    if (file) writeFileSync(file, bytes)
    findings.push(...lintIcs(bytes).map((fault) => `lint, ${fault}`))
    events = readCalendar(bytes.toString()).map(toSeen)
    findings.push(...differences(expected, events, FACTS).map((difference) => `ical.js, ${difference}`))
  }
  const named = findings.map((finding) => `${owner}: ${finding}`)
  return { findings: named, changed: response.status === 200, events: events.length, bytes: bytes.length }
}

function toSeen({ uid, start, end, summary, location, sequence, alarms, description, url }: ReadEvent): Seen {
  const triggers = alarms.map((alarm) => alarm.split(' ')[0]).join(' ')
  const text = description.includes(HOW_TO_REMOVE) ? HOW_TO_REMOVE : description.replace(url || LINK, LINK)
  return { uid, start, end, name: summary, location, sequence, alarms: triggers, text }
}
