import { createHash } from 'node:crypto'
import {
  lastValue,
  MAX_CLOCK_SKEW,
  type SignatureForm,
  signedText,
  sortedParameters,
  verifySignature,
} from './signature.ts'
import {
  bodyMistakes,
  type KnownKey,
  type Mistake,
  mistakesOf,
  rewritings,
  rewritten,
} from './signature-mistakes.ts'
import { type Problem, problem } from './signature-problems.ts'
import {
  MASK,
  type Recipe,
  rightRecipe,
  type SentRequest,
  signBy,
  textOf,
  toSigned,
} from './signature-recipe.ts'

/** The logged hash and length of a request's body. */
export interface ArrivedBody {
  sha256: string
  bytes: number
}

export interface SignatureReport {
  /** Null if the signature has neither form. */
  form: SignatureForm | null
  /** Null if it can't be decided without the body. */
  matches: boolean | null
  /** The text that should be signed, with the secret masked. */
  text: string
  /** The text that was signed instead, if a mistake explains the signature. */
  signed: string | null
  /** In the order in which they are signed. */
  parameters: [name: string, value: string][]
  /** `differs`: the entered body is not the one that arrived; `unknown`: only its length is known. */
  body: { bytes: number; state: 'none' | 'known' | 'unknown' | 'differs' }
  /** `seconds`: how far `apiTime` was ahead of our clock. */
  clock: { seconds: number; allowed: number; ok: boolean } | null
  problems: Problem[]
}

/** Bytes hashed at most in the search for the mistake: about a tenth of a second. */
const MOST_HASHED = 24_000_000
/** The cost of setting up one hash, in bytes. */
const EACH_HASH = 1000
const MOST_TEXT = 20_000
const NO_BODY = Buffer.alloc(0)
const FORMS = ['md5', 'sha256'] as const
/** Bodies that some clients send when they have no content. */
const EMPTY_BODIES = ['{}', '[]', 'null', '""'].map((text) => Buffer.from(text))

interface Question {
  key: KnownKey
  /** The publisher's other keys. */
  others: KnownKey[]
  /** The request, with the body that the user entered, if any. */
  sent: SentRequest
  /** The body that arrived, if the request is in the log. */
  arrived?: ArrivedBody | undefined
  /** Time of arrival, in epoch milliseconds. */
  at: number
}

/**
 * Shows the text to sign and, if the signature does not match, searches for the common mistake that produces
 * it. The report contains neither the secret nor a valid signature.
 */
export function checkSignature(question: Question): SignatureReport {
  const { key, at } = question
  const { body, state } = resolveBody(question)
  const request = toSigned({ ...question.sent, body })
  const sign = parseSign(lastValue(request.query, 'apiSign') ?? '')
  const form = sign?.form ?? null
  const clock = form === 'sha256' ? clockOf(lastValue(request.query, 'apiTime'), at) : null
  // The clock is checked separately: a correct but late signature is a different problem from a wrong one.
  const signedAt = clock?.ok === false ? at + clock.seconds * 1000 : at
  const bodyKnown = state === 'none' || state === 'known'
  // Without the body only a DELETE can be verified, as it may leave the body unsigned.
  const verifiable = bodyKnown || (request.method === 'DELETE' && form === 'md5')
  const verified = bodyKnown ? request : { ...request, body: NO_BODY }
  const right = form !== null && verifiable && verifySignature(key.secret, verified, signedAt) === form
  const search = right || !sign ? undefined : findMistakes(question, sign, guessesOf(body, state))
  const problems = [
    ...(lastValue(request.query, 'apiKey') === undefined ? [problem('no-key')] : []),
    ...(sign ? sign.problems : [problem(lastValue(request.query, 'apiSign') ? 'sign-form' : 'no-sign')]),
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

/**
 * Finds the body that arrived: empty for GET, else the entered body or a rewriting of it with the logged
 * hash.
 */
function resolveBody({ sent, arrived }: Question): { body: Buffer; state: SignatureReport['body']['state'] } {
  const none = arrived ? arrived.bytes === 0 : ['GET', 'HEAD'].includes(sent.method) || sent.body.length === 0
  if (none) return { body: NO_BODY, state: 'none' }
  if (!arrived) return { body: sent.body, state: 'known' }
  const candidates = [sent.body, ...rewritten(sent.body), ...EMPTY_BODIES]
  const same = candidates.find((body) => sha256(body) === arrived.sha256)
  if (same) return { body: same, state: 'known' }
  return { body: sent.body, state: sent.body.length === 0 ? 'unknown' : 'differs' }
}

interface ParsedSign {
  bytes: Buffer
  algorithm: string
  /** Null if it has neither form. */
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

/** Parses an `apiSign`. Returns undefined if it is not a hash in hex or base64. */
function parseSign(text: string): ParsedSign | undefined {
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

/** A body that may have been signed, and the problems if it was. */
interface Guess {
  body: Buffer
  problems: Problem[]
  variants: Mistake[]
}

function guessesOf(body: Buffer, state: SignatureReport['body']['state']): Guess[] {
  const leftOut = { body: NO_BODY, problems: [problem('body-missing')], variants: [] }
  if (state === 'unknown') return [leftOut]
  if (state !== 'differs') return [{ body, problems: [], variants: bodyMistakes(body) }]
  return [{ body, problems: [problem('body-changed')], variants: rewritings(body) }, leftOut]
}

/** Tries each mistake, then each two. Returns undefined if none of them produces the signature. */
function findMistakes(
  { key, others, sent }: Question,
  sign: ParsedSign,
  guesses: Guess[],
): { problems: Problem[]; signed: string } | undefined {
  let left = MOST_HASHED
  for (const form of FORMS.filter(
    (form) => !FORMS.some((other) => other === sign.algorithm) || form === sign.algorithm,
  )) {
    const all = mistakesOf(form, others, sent)
    for (const { body, problems, variants } of guesses) {
      const right = rightRecipe(form, key.secret, { ...sent, body })
      for (const mistakes of combinations([...all, ...variants])) {
        const recipe = mistakes.reduce<Recipe>((recipe, { change }) => ({ ...recipe, ...change }), right)
        left -= recipe.body.length + recipe.parameters.length + EACH_HASH
        if (left < 0) return undefined
        if (!signBy(recipe, sign.algorithm).equals(sign.bytes)) continue
        const explained = mistakes.map(({ code, detail }) => problem(code, detail))
        return { problems: [...problems, ...explained], signed: textOf(recipe) }
      }
    }
  }
  return undefined
}

/** Yields the empty combination, each mistake alone, then each pair that can occur together. */
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
