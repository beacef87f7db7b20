/** What a page may pass, by the same name in JavaScript and, in any spelling, as attributes of a button. */
const NAMES = [
  'email',
  'category',
  'calendarIds',
  'calendar_reference',
  'referringPage',
  'subscriber_reference',
  'autoSubscribe',
  'skip_schedule_selection',
  'custom_fields',
  'state',
  'lang',
  'theme',
] as const

type Name = (typeof NAMES)[number]

/** As texts: lists of calendars joined by commas, other lists and objects as JSON. An empty one counts as not passed. */
export type Parameters = Partial<Record<Name, string>>

const BY_PLAIN_NAME = new Map<string, Name>(NAMES.map((name) => [plain(name), name]))
const LISTS: Name[] = ['calendarIds', 'calendar_reference']
const SWITCHES: Name[] = ['autoSubscribe', 'skip_schedule_selection']
const JSON_ONLY: Name[] = ['custom_fields', 'state']
const PREFIX = 'data-svc-'

/** Reads what a page passes to a method. */
export function readParameters(values: unknown): Parameters {
  if (typeof values !== 'object' || values === null) return {}
  return collect(Object.entries(values))
}

/**
 * Reads the attributes of a button: `data-svc-calendar-ids`, `data-svc-calendar_ids`, `data-svc-calendarIds`. One
 * without a value switches on, as attributes do.
 */
export function readAttributes(element: Element): Parameters {
  const attributes = [...element.attributes].filter(({ name }) => name.startsWith(PREFIX))
  const parameters = collect(attributes.map(({ name, value }) => [name.slice(PREFIX.length), value]))
  for (const name of SWITCHES) if (parameters[name] === '') parameters[name] = 'true'
  return parameters
}

/** The parameters as a fragment of an address, which no server gets to see. */
export function toFragment(parameters: Record<string, string | undefined>): string {
  const fragment = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value) fragment.set(name, value)
  return fragment.toString()
}

function collect(entries: [string, unknown][]): Parameters {
  const parameters: Parameters = {}
  for (const [given, value] of entries) {
    const name = BY_PLAIN_NAME.get(plain(given))
    if (!name || value === undefined || value === null) continue
    try {
      parameters[name] = toText(name, value)
    } catch {
      console.warn(`SvcWidget: ${given} is left out, because it is no JSON`)
    }
  }
  return parameters
}

function toText(name: Name, value: unknown): string {
  if (typeof value === 'string') {
    if (LISTS.includes(name) && value.trim().startsWith('[')) return toText(name, JSON.parse(value))
    if (JSON_ONLY.includes(name) && value !== '') JSON.parse(value)
    return value
  }
  if (LISTS.includes(name) && Array.isArray(value)) return value.join(',')
  return JSON.stringify(value) ?? ''
}

function plain(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase()
}
