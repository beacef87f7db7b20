import { isPageState, PAGE_STATE_ACCEPTS } from '../../src/widgets/page-state.ts'
import { looksLikeEmail } from '../shared/email.ts'

/** The parameters from the host page or the link. */
export interface PageParameters {
  /** The initial value of the e-mail field; may be empty. */
  email: string
  /** True if the page's e-mail identifies the person, whatever they type. */
  knowsEmail: boolean
  /** The publisher's word for the e-mail. */
  ticket: string | undefined
  category: string
  calendarIds: string[]
  references: string[]
  autoSubscribe: boolean
  skipCalendars: boolean
  customFields: { name: string; value: string }[]
  /** Sent to the service unchanged. */
  extra: { subscriber_reference?: string; referringPage?: string; state?: object }
}

const MAX_REFERENCE = 255
const MAX_URL = 2000
const MAX_NAME = 100
const MAX_VALUE = 1000

/**
 * Reads the parameters. Invalid ones are ignored with a warning on the console: the person can't fix them.
 */
export function readParameters(params: URLSearchParams): PageParameters {
  const text = (name: string) => params.get(name)?.trim() ?? ''
  const ticket = text('ticket')
  const vouched = emailOf(ticket)
  if (ticket && !vouched) warn('ticket', 'is no ticket')
  const email = vouched ?? text('email')
  const knowsEmail = looksLikeEmail(email)
  if (email && !knowsEmail) warn('email', 'is not an e-mail address')
  return {
    email,
    knowsEmail,
    ticket: vouched === undefined ? undefined : ticket,
    category: text('category'),
    calendarIds: list(text('calendarIds')),
    references: list(text('calendar_reference')),
    autoSubscribe: isOn(params.get('autoSubscribe')),
    skipCalendars: isOn(params.get('skip_schedule_selection')),
    customFields: readCustomFields(readJson(params, 'custom_fields')),
    extra: readExtra(params),
  }
}

/** The address in a ticket. Only the service knows whether its signature is right. */
function emailOf(ticket: string): string | undefined {
  try {
    const base64 = ticket.split('.')[0]!.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const { email } = JSON.parse(new TextDecoder().decode(bytes)) as { email?: unknown }
    return typeof email === 'string' && looksLikeEmail(email) ? email : undefined
  } catch {
    return undefined
  }
}

function readExtra(params: URLSearchParams): PageParameters['extra'] {
  const extra: PageParameters['extra'] = {}
  const reference = params.get('subscriber_reference') ?? ''
  const page = params.get('referringPage') ?? ''
  const state = readJson(params, 'state')
  if ([...reference].length > MAX_REFERENCE) warn('subscriber_reference', 'is too long')
  else if (reference) extra.subscriber_reference = reference
  if (page && (!/^https?:\/\/\S+$/.test(page) || page.length > MAX_URL))
    warn('referringPage', 'is not a web address')
  else if (page) extra.referringPage = page
  const campaign = params.get('campaign')?.trim()
  // A campaign alone is shorter to write in a link than a state with one.
  const named = campaign ? { ...(isObject(state) && state), campaign } : state
  if (isObject(named) && isPageState(named)) extra.state = named
  else if (named !== undefined) warn('state', `must be ${PAGE_STATE_ACCEPTS}`)
  return extra
}

/** `[{name, value}]`, or an object of names and values. */
function readCustomFields(input: unknown): PageParameters['customFields'] {
  if (input === undefined) return []
  const entries: unknown[] = Array.isArray(input)
    ? input.map((field: unknown) => (isObject(field) ? [field.name, field.value] : undefined))
    : isObject(input)
      ? Object.entries(input)
      : [undefined]
  const fields = entries.flatMap((entry) => {
    const [name, value] = (entry ?? []) as [unknown, unknown]
    const field = { name: String(name), value: String(value) }
    const fits = field.name.length <= MAX_NAME && field.value.length <= MAX_VALUE
    if (typeof name === 'string' && name !== '' && isScalar(value) && fits) return [field]
    warn('custom_fields', 'has an entry that is not a name with a value, or is too long')
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
    warn(name, 'is not JSON')
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
  console.warn(`The parameter ${name} ${what}, so it is ignored.`)
}
