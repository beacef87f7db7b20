import { parse } from 'csv-parse/sync'
import { lintIcs } from '../../test/support/ics-lint.ts'
import { readCalendar } from '../../test/support/read-calendar.ts'
import { type Received, Receiver } from '../../test/support/receiver.ts'
import { type Json, record, type TestPublisher } from '../../test/support/test-publisher.ts'
import type { Outcome } from '../proof.ts'
import { decrypted } from './decrypted.ts'
import { takesText } from './fields.ts'
import { everythingOf, openApp } from './world.ts'

/** The limits for a text of an event or of a person, by docs/api.md. */
const TEXT = {
  minLength: 1,
  maxLength: 250,
  pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$',
}
const SECRET = 'a secret of the callback 🔑'
const PER_BATCH = 300
const PER_PERSON = 59

/** A text as a feed has it: line breaks become one kind, other controls go. */
export function inFeed(text: string): string {
  return text.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, '')
}

/** A feed's SUMMARY of a name. */
export const titleOf = (name: string) => (inFeed(name).trim() === '' ? 'Untitled' : inFeed(name))

/** The texts in feeds, callbacks plain and encrypted, downloads and the log. */
export async function proveSurfaces(strings: string[]): Promise<Outcome> {
  const texts = strings.filter((text) => takesText(TEXT, text))
  const app = await openApp({ worker: true })
  await using receiver = new Receiver()
  await receiver.listen()
  try {
    const world = await everythingOf(app)
    const { club } = world
    await club.callback(`${receiver.url}/plain`)
    await club.callback(`${receiver.url}/encrypted`, { secret: SECRET })
    const broken: string[] = []
    for (let at = 0; at < texts.length; at += PER_BATCH)
      broken.push(...(await inFeeds(club, texts.slice(at, at + PER_BATCH))))
    const people = await subscribeWith(club, texts)
    broken.push(...(await inCallbacks(receiver, people)))
    const tables = ['/subscribers.csv', '/audit-log.csv', '/notifications.csv']
    const downloads = await Promise.all(tables.map((path) => world.owner.get(path)))
    broken.push(
      ...inTables(
        downloads.map(({ text }) => text),
        people,
      ),
    )
    broken.push(...inLog(app.log))
    return { figures: { 'texts in feeds, callbacks, downloads': texts.length }, broken }
  } finally {
    await app.close()
  }
}

async function inFeeds(club: TestPublisher, texts: string[]): Promise<string[]> {
  const { svcId, feedUrl } = await club.subscriber()
  // An event's name must not be blank.
  const nameOf = (text: string) => (text.trim() === '' ? `${text}x` : text)
  const events = texts.map((text) => record(svcId, { name: nameOf(text), location: text, details: text }))
  const plain = record(svcId, { name: 'Plain', location: 'Plain', details: 'Plain' })
  const { body } = await club.post('/batch/events', { type: 'private', events: [...events, plain] })
  if (body.added !== texts.length + 1)
    return [`a batch of ${texts.length + 1} was answered ${JSON.stringify(body)}`]
  const bytes = Buffer.from(await (await fetch(feedUrl)).arrayBuffer())
  const broken = lintIcs(bytes).map((fault) => `feed: ${JSON.stringify(fault)}`)
  const ids = new Map((body.items as Json[]).map((item) => [item.reference, item.id]))
  const read = new Map(readCalendar(bytes.toString()).map((event) => [event.uid.split('@')[0], event]))
  if (read.size !== texts.length + 1) broken.push(`a feed of ${texts.length + 1} events has ${read.size}`)
  for (const { reference, name, details } of events) {
    const shown = read.get(ids.get(reference) as string)
    const text = inFeed(details as string)
    const said = [shown?.summary, shown?.location, shown?.description.slice(0, text.length)]
    const meant = [titleOf(name as string), text, text]
    if (said.some((text, index) => text !== meant[index]))
      broken.push(`${JSON.stringify(name)} is ${JSON.stringify(said)} in a feed`)
  }
  return [...broken, ...unequalShapes(bytes.toString())]
}

/** The properties of an event, in their order, each once; and alarms. */
const SHAPE =
  /^UID DTSTAMP LAST-MODIFIED CREATED SEQUENCE DTSTART (DTEND )?SUMMARY (LOCATION )?(DESCRIPTION )?(URL )?STATUS TRANSP (BEGIN:VALARM ACTION TRIGGER DESCRIPTION END:VALARM ){0,2}$/

/** Events of a feed that have a property or a component too many, or too few: no text adds or hides one. */
export function unequalShapes(feed: string): string[] {
  const lines = feed.replaceAll('\r\n ', '').split('\r\n')
  const events: string[] = []
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') events.push('')
    else if (events.length > 0 && line !== 'END:VEVENT' && line !== 'END:VCALENDAR' && line !== '')
      events[events.length - 1] += `${/^(BEGIN|END):/.test(line) ? line : line.replace(/[:;].*/s, '')} `
  }
  return events
    .filter((event) => !SHAPE.test(event))
    .map((event) => `an event of a feed has other properties: ${event}`)
}

interface Person {
  email: string
  told: Json
}

const PLACES = [
  'first_name',
  'last_name',
  'mobile',
  'country',
  'zip',
  'gender',
  'age_group',
  'dob',
  'subscriber_reference',
]

/** Each person tells as many texts as a person can. */
async function subscribeWith(club: TestPublisher, texts: string[]): Promise<Person[]> {
  const people: Person[] = []
  for (let at = 0; at < texts.length; at += PER_PERSON) {
    const some = texts.slice(at, at + PER_PERSON)
    const named = Object.fromEntries(PLACES.map((place, index) => [place, some[index] ?? 'x']))
    const custom = some
      .slice(PLACES.length)
      .map((value, index) => ({ name: `${index} ${value.slice(0, 40)}`, value }))
    const told = { ...named, custom_fields: custom.filter(({ name }) => name.isWellFormed()) }
    const email = `teller-${at}@example.com`
    const { status, text } = await club.subscribe(email, [], told)
    if (status !== 200) throw new Error(`answered ${status}: ${text}`)
    people.push({ email, told })
  }
  return people
}

async function inCallbacks(receiver: Receiver, people: Person[]): Promise<string[]> {
  // One more subscriber of each batch has been told of, in this publisher's callbacks.
  const of = (received: Received[], { email }: Person) =>
    received
      .map(({ path, body }) =>
        path === '/encrypted' ? JSON.parse(decrypted(body.payload as string, SECRET)) : body,
      )
      .filter((body: Json) => body.email === email)
  for (const path of ['/plain', '/encrypted']) await receiver.wait(path, people.length)
  const broken: string[] = []
  for (const path of ['/plain', '/encrypted']) {
    for (const person of people) {
      for (let tries = 0; of(receiver.at(path), person).length === 0 && tries < 500; tries++)
        await new Promise((done) => setTimeout(done, 20))
      const [body] = of(receiver.at(path), person)
      const { subscriber_reference: reference, ...rest } = person.told
      for (const [name, value] of Object.entries<Json>({ ...rest, reference }))
        if (body && name in body && JSON.stringify(body[name]) !== JSON.stringify(value))
          broken.push(`${path}: ${name} is ${JSON.stringify(body[name])}, not ${JSON.stringify(value)}`)
      if (!body) broken.push(`${path}: nothing came of ${person.email}`)
      else if (!body.custom_fields || !body.first_name)
        broken.push(`${path}: fields are missing: ${Object.keys(body).join()}`)
    }
  }
  return broken
}

/** A cell that a spreadsheet could take for a formula has an apostrophe in front (docs/admin-api.md). */
export const inCell = (text: string) =>
  /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text

function inTables(tables: string[], people: Person[]): string[] {
  const broken: string[] = []
  const cells = new Set<string>()
  for (const [index, table] of tables.entries()) {
    // It throws where rows differ in length.
    const rows = parse(table, { bom: true, record_delimiter: '\r\n' })
    if (rows.length < 2) broken.push(`table ${index} is empty`)
    for (const cell of rows.flat()) cells.add(cell)
    for (const cell of rows.flat())
      if (inCell(cell) !== cell) broken.push(`a formula in a cell: ${JSON.stringify(cell)}`)
  }
  for (const { told } of people)
    for (const place of ['first_name', 'last_name', 'subscriber_reference'])
      if (!cells.has(inCell(told[place] as string)))
        broken.push(`${place} ${JSON.stringify(told[place])} is in no cell`)
  return broken
}

function inLog(log: string[]): string[] {
  return log
    .filter((line) => !/^[^\r\n\u2028\u2029\u0085]*\n$/.test(line) || JSON.parse(line).level >= 50)
    .map((line) => `the log has ${JSON.stringify(line.slice(0, 200))}`)
}
