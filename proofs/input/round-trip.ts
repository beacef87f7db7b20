import type { World } from '../../test/support/admin-requests.ts'
import type { Answer, Json } from '../../test/support/test-publisher.ts'
import { type Field, OF_CHOICES, type Schema, takesText, withValue } from './fields.ts'
import type { Operation } from './operations.ts'
import { readAs, sendAs, soundRequest } from './requests.ts'

/** Operations in which texts are proofs of who somebody is: nothing of them is ever shown again. */
const OF_PERSONS = /^\w+ \/admin\/api\/(session|set-up$|me\/)/

/** It answers dates alone, of what is typed so far: nothing else of it is read. */
const OF_DATES = 'POST /admin/api/events/dates'

/** An upload has one field, which is a picture's octets. */
const OF_PICTURES = 'POST /admin/api/pictures'

/** True for an operation whose fields are not taken and refused one by one. */
export function isApart(operation: string): boolean {
  return OF_PERSONS.test(operation) || [OF_DATES, OF_PICTURES].includes(operation)
}

/** Fields that mean something beyond their schema, by the last of their name: they may be refused for that. */
const MEANINGFUL = new Set(
  `type startDate startTime endDate endTime timezone calendarId calendarIds addCalendarIds removeCalendarIds ids svcId svc_id email secondary_email
  parent_email url logo calendarLogo companyLogo scheduleLogo event_banner categories path idName expires addresses
  origins modified expectedModified industry objective phone digest content text mapping method body requestId apiKey reminders
  from to displayPrimaryColor displaySecondaryColor primary secondary columns referringPage token password referenceType reference rule exclude include skipCalendars ticket proof replaces endpoint p256dh auth`.split(
    /\s+/,
  ),
)

/** Fields that are shown under another name. */
const SHOWN_AS: Record<string, string> = { subscriber_reference: 'reference', application: 'appName' }

/** Fields that nobody is shown again, and why. */
const NEVER_SHOWN: Record<string, string> = {
  'POST /apiv2/account custom.companyType': 'selects how an account is set up',
  'POST /admin/api/accounts custom.companyType': 'selects how an account is set up',
  'change.removeLinks.[]': 'links that go',
  secret: 'a secret',
  fileName: 'names an import; without a file there is none',
  'options.defaultLocation': 'part of an import',
}

const lastOf = (field: Field) => field.path.filter((segment) => segment !== '[]').at(-1)!

/** A field that is in no schema, because its name is written in brackets. */
const LINK_NAME: Field = {
  name: 'quickLink[1][name]',
  path: ['quickLink[1][name]'],
  schema: { maxLength: 255, pattern: '^[^\\u0000-\\u001f\\u007f]*$' },
}

const PREVIEWS = /preview$|signature-check$|search$|imports$/

/**
 * Puts a text into every field of an operation at once, and says what is wrong with the answers: a field that takes it
 * by its schema has to take it and show it again as it is, each other one has to be refused by its name.
 */
export async function roundTrip(world: World, operation: Operation, text: string): Promise<string[]> {
  const sound = await soundOf(world, operation)
  if (!sound) return ['has no sound request in proofs/input/requests.ts']
  const broken: string[] = []
  const fields = fieldsFor(operation)
  const fill = (chosen: Field[]) =>
    chosen.reduce((body, field) => withField(operation.schema, body, field, text), sound.body)
  const odd = await sendAs(world, operation.name, sound.path, fill(fields), sound.headers)
  if (odd.status >= 500) broken.push(`answers ${odd.status} to ${JSON.stringify(text)}`)
  if (isApart(operation.name)) return broken
  const plain = fields.filter(
    (field) =>
      !MEANINGFUL.has(lastOf(field)) &&
      !OF_CHOICES.test(field.name) &&
      field.path[0] !== 'filter' &&
      !isBlank(field, text),
  )
  const [taken, refused] = [true, false].map((takes) =>
    plain.filter((field) => takesText(field.schema, text) === takes),
  ) as [Field[], Field[]]
  if (refused.length > 0) {
    const all = await sendAs(world, operation.name, sound.path, fill(plain), sound.headers)
    broken.push(...notNamed(all, refused, text))
  }
  if (taken.length === 0) return broken
  const answer = await sendAs(world, operation.name, sound.path, fill(taken), sound.headers)
  if (![200, 207].includes(answer.status) || answer.body?.errors)
    return [...broken, `refuses ${JSON.stringify(text)}: ${answer.text.slice(0, 300)}`]
  return [...broken, ...(await notShown(world, operation, taken, text, answer, sound.reads))]
}

/** True for a blank text in a field that must not be blank; its schema does not say so. */
const isBlank = (field: Field, text: string) =>
  text.trim() === '' && /^(location|company|firstName|lastName)$/.test(lastOf(field))

/** A link has a name only where it has an address. */
function withField(schema: Schema, body: Json, { name, path }: Field, text: string): Json {
  const named = withValue(schema, body, path, text)
  if (!name.endsWith(LINK_NAME.name)) return named
  return withValue(schema, named, [...path.slice(0, -1), 'quickLink[1][url]'], 'https://example.com/')
}

async function soundOf(world: World, operation: Operation) {
  if (!OF_PERSONS.test(operation.name)) return soundRequest(world, operation.name)
  return {
    path: operation.name.replace(/^\w+ \/admin\/api/, ''),
    body: {},
    headers: undefined,
    reads: undefined,
  }
}

function fieldsFor({ texts }: Operation): Field[] {
  const isEvent = texts.some((field) => field.path.at(-1) === 'sponsored_message')
  const isBatch = texts.some((field) => field.path[0] === 'events')
  const inBatch = { name: `events.[].${LINK_NAME.name}`, path: ['events', '[]', ...LINK_NAME.path] }
  const link = isBatch ? { ...LINK_NAME, ...inBatch } : LINK_NAME
  return isEvent ? [...texts, link] : texts
}

/** Refusals that are missing among the answer's errors. */
function notNamed(answer: Answer, refused: Field[], text: string): string[] {
  const errors = Object.keys(answer.body?.errors ?? {})
  const plain = (name: string) => name.replace(/\[\d+\]/g, '').replaceAll('.[]', '')
  return refused
    .filter((field) => {
      const name = plain(field.name)
      // A text that can't be stored at all is refused as a fault of the body.
      return !errors.some(
        (error) =>
          (error === 'body' && text.includes('\0')) ||
          error === field.name ||
          name === plain(error) ||
          name.startsWith(`${plain(error)}.`),
      )
    })
    .map((field) => `takes ${JSON.stringify(text.slice(0, 80))} as ${field.name}`)
}

async function notShown(
  world: World,
  operation: Operation,
  taken: Field[],
  text: string,
  answer: Answer,
  reads: ((answer: Answer) => string[]) | undefined,
): Promise<string[]> {
  if (PREVIEWS.test(operation.name)) return []
  const read = reads
    ? await Promise.all(reads(answer).map((path) => readAs(world, operation.name, path)))
    : []
  const shown = new Map<string, Set<string>>()
  for (const { body } of [answer, ...read]) gather(body, shown)
  const key = (field: Field) => SHOWN_AS[lastOf(field)] ?? lastOf(field)
  return taken
    .filter((field) => !NEVER_SHOWN[field.name] && !NEVER_SHOWN[`${operation.name} ${field.name}`])
    .filter((field) => !shown.get(key(field))?.has(text) && !shown.get(key(field))?.has(text.trim()))
    .map((field) => `does not show ${JSON.stringify(text.slice(0, 80))} again as ${field.name}`)
}

/** All texts of an answer by the name they stand under; those of a list under the list's. */
function gather(value: Json, shown: Map<string, Set<string>>, name = ''): void {
  if (typeof value === 'string') {
    if (!shown.has(name)) shown.set(name, new Set())
    shown.get(name)!.add(value)
  } else if (Array.isArray(value)) for (const item of value) gather(item, shown, name)
  else if (value && typeof value === 'object')
    for (const [key, item] of Object.entries<Json>(value)) gather(item, shown, key)
}
