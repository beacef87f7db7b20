import type { Json } from '../../test/support/test-publisher.ts'
import type { Outcome } from '../proof.ts'
import { type Field, OF_CHOICES, takesText, withValue } from './fields.ts'
import { type Operation, operationsOf } from './operations.ts'
import { sendAs, soundRequest } from './requests.ts'
import { isApart } from './round-trip.ts'
import { everythingOf, openApp, type World } from './world.ts'

let counter = 0

/** A text of exactly so many characters that the field takes otherwise; of emoji where it can be. */
function textOf(length: number, { schema }: Field): string | undefined {
  const { maxLength: _most, minLength: _least, ...free } = schema
  const fill = (front: string, unit: string, back = '') =>
    front + unit.repeat(Math.max(length - front.length - back.length, 0)) + back
  // Some have to differ from all others.
  const own = length > 20 ? `n${++counter}` : ''
  const forms = [
    fill(own, '🏁'),
    fill(own, 'x'),
    fill(`https://example.com/${own}`, 'x'),
    fill(own, 'x', '@example.com'),
  ]
  return forms.find((text) => [...text].length === length && takesText(free, text))
}

/** Fields that are refused for more than their length: what they name is not there. */
const NAMES_SOMETHING =
  /^filter\.|(^|\.)(svcId|calendarIds?|url|idName|categories|path|origins|addresses|phone|requestId|apiKey|fileName|content|text|body|digest|logo\w*|\w+Logo|event_banner|ticket|proof|rule|skipCalendars)(\.\[\])?$/

/** Each length and count that an operation's schema names: there it is taken, one beyond it is refused by name. */
export async function proveSchemaLimits(): Promise<Outcome> {
  const app = await openApp()
  try {
    const world = await everythingOf(app)
    const operations = (await operationsOf(world)).filter(({ name }) => !isApart(name))
    const broken: string[] = []
    let limits = 0
    for (const operation of operations) {
      // One reference can't be that of all events of a group, nor of a question that is not asked.
      const ofGroup = /Type\}|event-changes|answers$/i.test(operation.name)
      const ofOne = operation.texts.filter(({ path }) => !ofGroup || path.at(-1) !== 'reference')
      const longest = ofOne.filter(({ schema }) => schema.maxLength !== undefined)
      const shortest = ofOne.filter(({ schema }) => (schema.minLength ?? 0) > 0)
      // The portal's dates to leave out are read last, and only those that the rule gives.
      // Corrected cells and chosen events are checked one by one, before their number.
      const isLoose = (name: string) =>
        operation.name.includes('/admin/') && ['recurrence.exclude', 'edits', 'events'].includes(name)
      const lists = operation.lists.filter(
        ({ name, schema }) => schema.maxItems !== undefined && !isLoose(name),
      )
      const note = (what: string) => void broken.push(`${operation.name} ${what}`)
      const at = (fields: Field[], beyond: number) =>
        fields.flatMap((field): [Field, Json][] => {
          const text = textOf(field.schema.maxLength! + beyond, field)
          return text === undefined ? [] : [[field, text]]
        })
      const below = shortest.map((field): [Field, Json] => [field, 'x'.repeat(field.schema.minLength! - 1)])
      await takes(
        world,
        operation,
        at(longest, 0).filter(([{ name }]) => !NAMES_SOMETHING.test(name) && !OF_CHOICES.test(name)),
        note,
      )
      await refuses(world, operation, at(longest, 1), note)
      await refuses(world, operation, below, note)
      for (const field of lists) {
        const items = (count: number) => Array<Json>(count).fill(itemOf(field))
        await refuses(world, operation, [[field, items(field.schema.maxItems! + 1)]], note)
      }
      limits += longest.length + shortest.length + lists.length
    }
    return { figures: { operations: operations.length, limits }, broken }
  } finally {
    await app.close()
  }
}

const itemOf = ({ schema }: Field): Json =>
  schema.items?.type === 'object' || schema.items?.allOf
    ? {}
    : (textOf(24, { name: '', path: [], schema: schema.items ?? {} }) ?? '15M')

type Given = [field: Field, value: Json][]

async function ask(world: World, operation: Operation, given: Given) {
  const sound = (await soundRequest(world, operation.name))!
  const body = given.reduce(
    (body, [{ path }, value]) => withValue(operation.schema, body, path, value),
    sound.body,
  )
  return sendAs(world, operation.name, sound.path, body, sound.headers)
}

async function takes(
  world: World,
  operation: Operation,
  given: Given,
  note: (what: string) => void,
): Promise<void> {
  if (given.length === 0) return
  const { status, text } = await ask(world, operation, given)
  if (status !== 200 && status !== 207)
    note(`refuses ${given.map(([{ name }]) => name).join()} at the limit: ${text.slice(0, 300)}`)
}

async function refuses(
  world: World,
  operation: Operation,
  given: Given,
  note: (what: string) => void,
): Promise<void> {
  if (given.length === 0) return
  const { status, body, text } = await ask(world, operation, given)
  const plain = (name: string) =>
    name
      .replace(/\[\d*\]/g, '')
      .replace(/\.+/g, '.')
      .replace(/\.$/, '')
  const errors = Object.keys(body?.errors ?? {}).map(plain)
  // Too many records of a batch are too much as a whole.
  if (status === 413) return
  for (const [{ name }, value] of given)
    if (
      status !== 400 ||
      !errors.some((error) => plain(name) === error || plain(name).startsWith(`${error}.`))
    )
      note(`does not refuse ${value.length} as ${name}: ${status} ${text.slice(0, 200)}`)
}
