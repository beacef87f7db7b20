import type { Answer, Json } from './signed-requests.ts'

/** A failed check: where, the expected value and the actual one. */
export class Mismatch extends Error {
  constructor(where: string, expected: unknown, got: unknown) {
    super(`${where}: expected ${show(expected)}, got ${show(got)}`)
  }
}

/** A condition for a value, with a description. */
export class Kind {
  readonly words: string
  readonly fits: (value: unknown) => boolean

  constructor(words: string, fits: (value: unknown) => boolean) {
    this.words = words
    this.fits = fits
  }
}

export const text = new Kind('a text', (value) => typeof value === 'string')
export const filled = new Kind(
  'a text that is not empty',
  (value) => typeof value === 'string' && value !== '',
)
export const whole = new Kind('a whole number', (value) => Number.isInteger(value))
export const flag = new Kind('true or false', (value) => typeof value === 'boolean')
export const list = new Kind('a list', (value) => Array.isArray(value))
export const object = new Kind('an object', (value) => typeof value === 'object' && value !== null)
export const texts = new Kind(
  'a list of texts',
  (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
)
/** Ids are opaque: any text that is not empty. */
export const id = filled
export const time = new Kind(
  'an ISO 8601 time',
  (value) => typeof value === 'string' && Date.parse(value) > 0,
)

/**
 * Throws Mismatch unless `got` matches: an equal value, a text that matches a pattern, a value of a Kind, an
 * object with at least these fields, or a list with exactly these items.
 */
export function expectThat(got: unknown, expected: unknown, where = 'answer'): void {
  if (expected instanceof Kind) {
    if (!expected.fits(got)) throw new Mismatch(where, expected, got)
  } else if (expected instanceof RegExp) {
    if (typeof got !== 'string' || !expected.test(got)) throw new Mismatch(where, expected, got)
  } else if (Array.isArray(expected)) {
    if (!Array.isArray(got)) throw new Mismatch(where, expected, got)
    if (got.length !== expected.length) throw new Mismatch(`${where}.length`, expected.length, got.length)
    expected.forEach((item, index) => expectThat(got[index], item, `${where}[${index}]`))
  } else if (typeof expected === 'object' && expected !== null) {
    if (typeof got !== 'object' || got === null) throw new Mismatch(where, expected, got)
    for (const [field, value] of Object.entries(expected)) {
      if (!Object.hasOwn(got, field) && value !== undefined)
        throw new Mismatch(`${where}.${field}`, value, 'no such field')
      expectThat((got as Json)[field], value, `${where}.${field}`)
    }
  } else if (got !== expected) throw new Mismatch(where, expected, got)
}

/** The same, but allows no other fields. */
export function expectExactly(got: unknown, expected: object, where = 'body'): void {
  expectThat(got, expected, where)
  const more = Object.keys(got as object).filter((field) => !Object.hasOwn(expected, field))
  if (more.length > 0) throw new Mismatch(where, 'no other fields', more.join(', '))
}

/** Expects a response with this status and at least these fields, and returns its body. */
export function expectAnswer(answer: Answer, status: number, body: object = {}): Json {
  if (answer.status !== status)
    throw new Mismatch('HTTP status', status, `${answer.status} ${answer.text.slice(0, 300)}`)
  expectThat(answer.body, body, 'body')
  return answer.body
}

/** Expects 200 with `status`, `statusLong` and at least these fields, and returns the body. */
export function expectOk(answer: Answer, body: object = {}): Json {
  return expectAnswer(answer, 200, { status: '200', statusLong: 'OK', ...body })
}

/** Expects an error in the documented form. `errors`: by field. */
export function expectRefused(
  answer: Answer,
  status: number,
  statusLong: string | RegExp | Kind,
  errors?: object,
): void {
  expectAnswer(answer, status, { status: String(status), statusLong, ...(errors && { errors }) })
}

function show(value: unknown): string {
  if (value instanceof Kind) return value.words
  if (value instanceof RegExp) return String(value)
  const json = JSON.stringify(value, (_key, item: unknown) =>
    item instanceof Kind ? `<${item.words}>` : item instanceof RegExp ? String(item) : item,
  )
  return (json ?? 'nothing').slice(0, 400)
}
