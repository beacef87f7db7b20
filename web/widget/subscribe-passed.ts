import { isPageState, PAGE_STATE_ACCEPTS } from '../../src/widgets/page-state.ts'
import { looksLikeEmail } from './subscribe-answers.ts'

/** What the page around or the link hands over. */
export interface Passed {
  /** Fills the field in; empty: none. */
  email: string
  /** Whether the page's address counts as the person's, whatever is typed. */
  knowsEmail: boolean
  category: string
  calendarIds: string[]
  references: string[]
  autoSubscribe: boolean
  skipCalendars: boolean
  customFields: { name: string; value: string }[]
  /** Goes to the service as it is. */
  along: { subscriber_reference?: string; referringPage?: string; state?: object }
}

const LONGEST_REFERENCE = 255
const LONGEST_ADDRESS = 2000
const LONGEST_NAME = 100
const LONGEST_VALUE = 1000

/** Reads the parameters. What can't be used is left out with a word on the console: the person can't help it. */
export function readPassed(params: URLSearchParams): Passed {
  const text = (name: string) => params.get(name)?.trim() ?? ''
  const email = text('email')
  const knowsEmail = looksLikeEmail(email)
  if (email && !knowsEmail) warn('email', 'is no e-mail address')
  return {
    email,
    knowsEmail,
    category: text('category'),
    calendarIds: list(text('calendarIds')),
    references: list(text('calendar_reference')),
    autoSubscribe: isOn(params.get('autoSubscribe')),
    skipCalendars: isOn(params.get('skip_schedule_selection')),
    customFields: readCustomFields(readJson(params, 'custom_fields')),
    along: readAlong(params),
  }
}

function readAlong(params: URLSearchParams): Passed['along'] {
  const along: Passed['along'] = {}
  const reference = params.get('subscriber_reference') ?? ''
  const page = params.get('referringPage') ?? ''
  const state = readJson(params, 'state')
  if ([...reference].length > LONGEST_REFERENCE) warn('subscriber_reference', 'is too long')
  else if (reference) along.subscriber_reference = reference
  if (page && (!/^https?:\/\/\S+$/.test(page) || page.length > LONGEST_ADDRESS))
    warn('referringPage', 'is no web address')
  else if (page) along.referringPage = page
  if (isObject(state) && isPageState(state)) along.state = state
  else if (state !== undefined) warn('state', `has to be ${PAGE_STATE_ACCEPTS}`)
  return along
}

/** `[{name, value}]`, or an object of names and values. */
function readCustomFields(given: unknown): Passed['customFields'] {
  if (given === undefined) return []
  const entries: unknown[] = Array.isArray(given)
    ? given.map((field: unknown) => (isObject(field) ? [field.name, field.value] : undefined))
    : isObject(given)
      ? Object.entries(given)
      : [undefined]
  const fields = entries.flatMap((entry) => {
    const [name, value] = (entry ?? []) as [unknown, unknown]
    const field = { name: String(name), value: String(value) }
    const fits = field.name.length <= LONGEST_NAME && field.value.length <= LONGEST_VALUE
    if (typeof name === 'string' && name !== '' && isScalar(value) && fits) return [field]
    warn('custom_fields', 'has something that is no name with a value, or too long')
    return []
  })
  return fields
}

function readJson(params: URLSearchParams, name: string): unknown {
  const text = params.get(name)
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    warn(name, 'is no JSON')
    return undefined
  }
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

/** A parameter without a value is on as well: `?autoSubscribe`. */
function isOn(value: string | null): boolean {
  return value !== null && !['false', '0', 'no'].includes(value.trim().toLowerCase())
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function warn(name: string, what: string): void {
  console.warn(`The parameter ${name} ${what}, and is left out.`)
}
