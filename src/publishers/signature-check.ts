import { createHash } from 'node:crypto'
import {
  lastValue,
  MAX_CLOCK_SKEW,
  type SignatureForm,
  signedText,
  sortedParameters,
  verifySignature,
} from './signature.ts'
import { bodyVariants, EMPTY_BODIES, isBodiless, writtenOtherwise } from './signature-bodies.ts'
import { type KnownKey, type Mistake, mistakesOf, toMistake } from './signature-mistakes.ts'
import {
  MASK,
  type Recipe,
  rightRecipe,
  type SentRequest,
  signBy,
  textOf,
  toSigned,
} from './signature-recipe.ts'
import { type Problem, problem } from './signature-words.ts'

/** What is known of the body of a request that is in the log. */
export interface ArrivedBody {
  sha256: string
  bytes: number
}

export interface SignatureReport {
  /** Null: what was sent has the form of neither. */
  form: SignatureForm | null
  /** Null: can't be told without the body. */
  matches: boolean | null
  /** What we sign, with the secret masked. */
  text: string
  /** What was signed instead, as far as we found out. */
  signed: string | null
  /** In the order in which they are signed. */
  parameters: [name: string, value: string][]
  /** `differs`: the given one is not what arrived; `unknown`: only its length is known. */
  body: { bytes: number; state: 'none' | 'known' | 'unknown' | 'differs' }
  /** Seconds `apiTime` was ahead of us. */
  clock: { seconds: number; allowed: number; ok: boolean } | null
  problems: Problem[]
}

/** Bytes that are hashed in the search for what went wrong: about a tenth of a second. */
const MOST_HASHED = 24_000_000
/** What it costs to begin one, in bytes. */
const EACH_HASH = 1000
const MOST_TEXT = 20_000
const NO_BODY = Buffer.alloc(0)
const FORMS = ['md5', 'sha256'] as const

interface Question {
  key: KnownKey
  /** The publisher's other keys. */
  others: KnownKey[]
  /** With the body that was given, if any. */
  sent: SentRequest
  /** Where the request is in the log: what arrived. */
  arrived?: ArrivedBody | undefined
  /** Epoch milliseconds: when it arrived. */
  at: number
}

/**
 * Shows what we sign of a request and, where the signature is another one, looks for the usual mistake that would
 * make it. Neither the secret nor a good signature is in what it tells.
 */
export function checkSignature(question: Question): SignatureReport {
  const { key, at } = question
  const { body, state } = settleBody(question)
  const request = toSigned({ ...question.sent, body })
  const given = readGiven(lastValue(request.query, 'apiSign') ?? '')
  const form = given?.form ?? null
  const clock = form === 'sha256' ? clockOf(lastValue(request.query, 'apiTime'), at) : null
  // The time is looked at by itself: a signature that is right and late is another fault than a wrong one.
  const signedAt = clock?.ok === false ? at + clock.seconds * 1000 : at
  const bodyKnown = state === 'none' || state === 'known'
  // Of a body that is not known nothing can be right, but that DELETE may leave it out.
  const telling = bodyKnown || (request.method === 'DELETE' && form === 'md5')
  const verified = bodyKnown ? request : { ...request, body: NO_BODY }
  const right = form !== null && telling && verifySignature(key.secret, verified, signedAt) === form
  const search = right || !given ? undefined : findMistakes(question, given, guessesOf(question, body, state))
  const problems = [
    ...(lastValue(request.query, 'apiKey') === undefined ? [problem('no-key')] : []),
    ...(given ? given.problems : [problem(lastValue(request.query, 'apiSign') ? 'sign-form' : 'no-sign')]),
    ...timeProblems(form, lastValue(request.query, 'apiTime'), clock),
    ...(search?.problems ?? []),
  ]
  return {
    form,
    matches: right ? true : bodyKnown || search ? false : null,
    text: cut(shownText(form ?? 'md5', request, bodyKnown)),
    signed: search ? cut(search.signed) : null,
    parameters: sortedParameters(request.query),
    body: { bytes: question.arrived?.bytes ?? body.length, state },
    clock,
    problems,
  }
}

function shownText(form: SignatureForm, request: ReturnType<typeof toSigned>, bodyKnown: boolean): string {
  const front = form === 'md5' ? MASK : ''
  return front + signedText(form, request) + (bodyKnown ? request.body.toString() : '‹body›')
}

/** Finds the body that arrived: none with GET, else the given one, or the same in other bytes. */
function settleBody({ sent, arrived }: Question): { body: Buffer; state: SignatureReport['body']['state'] } {
  const none = arrived ? arrived.bytes === 0 : isBodiless(sent.method) || sent.body.length === 0
  if (none) return { body: NO_BODY, state: 'none' }
  if (!arrived) return { body: sent.body, state: 'known' }
  const candidates = [sent.body, ...writtenOtherwise(sent.body).map(({ body }) => body), ...EMPTY_BODIES]
  const same = candidates.find((body) => sha256(body) === arrived.sha256)
  if (same) return { body: same, state: 'known' }
  return { body: sent.body, state: sent.body.length === 0 ? 'unknown' : 'differs' }
}

interface Given {
  bytes: Buffer
  algorithm: string
  /** Undefined in neither form. */
  form: SignatureForm | null
  problems: Problem[]
}

const ALGORITHMS = new Map([
  [16, 'md5'],
  [20, 'sha1'],
  [32, 'sha256'],
  [48, 'sha384'],
  [64, 'sha512'],
])

/** Reads an `apiSign`; undefined: it is no hash in any writing. */
function readGiven(text: string): Given | undefined {
  const hex = /^([0-9a-f]{2})+$/i.test(text)
  const base64 = text.replaceAll(' ', '+')
  if (!hex && !/^[\w+/-]{20,}={0,2}$/.test(base64)) return undefined
  const bytes = Buffer.from(hex ? text : base64, hex ? 'hex' : 'base64')
  const algorithm = ALGORITHMS.get(bytes.length)
  if (!algorithm) return undefined
  const ours = algorithm === 'md5' || algorithm === 'sha256'
  const problems = [
    ...(hex ? [] : [problem('sign-base64')]),
    ...(ours ? [] : [problem('algorithm', algorithm.toUpperCase().replace('SHA', 'SHA-'))]),
  ]
  return { bytes, algorithm, form: hex && ours ? algorithm : null, problems }
}

/** What may have been signed as the body, with what is wrong already if it was that. */
interface Guess {
  body: Buffer
  problems: Problem[]
  variants: Mistake[]
}

function guessesOf({ sent }: Question, body: Buffer, state: SignatureReport['body']['state']): Guess[] {
  const leftOut = { body: NO_BODY, problems: [problem('body-missing')], variants: [] }
  if (state === 'unknown') return [leftOut]
  const variants = state === 'differs' ? writtenOtherwise(body) : bodyVariants({ ...sent, body }, sent.body)
  const changed = state === 'differs' ? [problem('body-changed')] : []
  const guess = { body, problems: changed, variants: variants.map(toMistake) }
  return state === 'differs' ? [guess, leftOut] : [guess]
}

/** Tries one mistake, then two at once; undefined: none of them makes what was sent. */
function findMistakes(
  { key, others, sent }: Question,
  given: Given,
  guesses: Guess[],
): { problems: Problem[]; signed: string } | undefined {
  let left = MOST_HASHED
  for (const form of FORMS.filter(
    (form) => !FORMS.some((known) => known === given.algorithm) || form === given.algorithm,
  )) {
    const all = mistakesOf(form, key, others, sent)
    for (const { body, problems, variants } of guesses) {
      const right = rightRecipe(form, key.secret, { ...sent, body })
      for (const mistakes of combinations([...all, ...variants])) {
        const recipe = mistakes.reduce<Recipe>((recipe, { change }) => ({ ...recipe, ...change }), right)
        left -= recipe.body.length + recipe.parameters.length + EACH_HASH
        if (left < 0) return undefined
        if (!signBy(recipe, given.algorithm).equals(given.bytes)) continue
        const found = mistakes.map(({ code, detail }) => problem(code, detail))
        return { problems: [...problems, ...found], signed: textOf(recipe) }
      }
    }
  }
  return undefined
}

/** None, each by itself, then each two that don't exclude each other. */
function* combinations(all: Mistake[]): Generator<Mistake[]> {
  yield []
  for (const one of all) yield [one]
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1)) if (other.axis !== one.axis) yield [one, other]
}

function clockOf(apiTime: string | undefined, at: number): SignatureReport['clock'] {
  const time = Number(apiTime || NaN)
  if (!Number.isFinite(time) || Math.abs(time - at / 1000) > 10 * 365 * 86_400) return null
  const seconds = Math.round(time - at / 1000)
  return { seconds, allowed: MAX_CLOCK_SKEW, ok: Math.abs(time - at / 1000) <= MAX_CLOCK_SKEW }
}

function timeProblems(
  form: SignatureForm | null,
  apiTime: string | undefined,
  clock: SignatureReport['clock'],
): Problem[] {
  if (form !== 'sha256' || clock?.ok) return []
  if (clock) return [problem('clock', inWords(Math.abs(clock.seconds)))]
  return [problem(apiTime ? 'time-unit' : 'no-time')]
}

function inWords(seconds: number): string {
  if (seconds < 600) return `${seconds} seconds`
  if (seconds < 7200 * 2) return `${Math.round(seconds / 60)} minutes`
  return seconds < 86_400 * 3 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86_400)} days`
}

function sha256(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}

function cut(text: string): string {
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT).toWellFormed()}…` : text
}
