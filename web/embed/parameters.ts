/** The parameters that a page may pass: by name in JavaScript, in any spelling as attributes of a button. */
const NAMES = [
  'email',
  'ticket',
  'category',
  'calendarIds',
  'calendar_reference',
  'referringPage',
  'subscriber_reference',
  'autoSubscribe',
  'skip_schedule_selection',
  'custom_fields',
  'state',
  'campaign',
  'lang',
  'theme',
  'view',
] as const

type Name = (typeof NAMES)[number]

/**
 * Parameters as strings: lists of calendars joined by commas, other
 * lists and objects as JSON. Empty ones are ignored.
 */
export type Parameters = Partial<Record<Name, string>>

const BY_PLAIN_NAME = new Map<string, Name>(NAMES.map((name) => [plain(name), name]))
const LISTS: Name[] = ['calendarIds', 'calendar_reference']
const SWITCHES: Name[] = ['autoSubscribe', 'skip_schedule_selection']
const JSON_ONLY: Name[] = ['custom_fields', 'state']
const PREFIX = 'data-svc-'

/** Reads the parameters that a page passes to a method. */
export function readParameters(values: unknown): Parameters {
  if (typeof values !== 'object' || values === null) return {}
  return collect(Object.entries(values))
}

/**
 * Reads the attributes of a button: `data-svc-calendar-ids`, `data-svc-calendar_ids`, `data-svc-calendarIds`.
 * A switch without a value is on, as in HTML. `names`: only these, so that faults of others are told once.
 */
export function readAttributes(element: Element, names: readonly Name[] = NAMES): Parameters {
  const attributes = [...element.attributes].filter(({ name }) => name.startsWith(PREFIX))
  const parameters = collect(
    attributes.map(({ name, value }) => [name.slice(PREFIX.length), value]),
    names,
  )
  for (const name of SWITCHES) if (parameters[name] === '') parameters[name] = 'true'
  return parameters
}

/** The parameters as a URL fragment, which browsers don't send to the server. */
export function toFragment(parameters: Record<string, string | undefined>): string {
  const fragment = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value) fragment.set(name, value)
  return fragment.toString()
}

function collect(entries: [string, unknown][], names: readonly Name[] = NAMES): Parameters {
  const parameters: Parameters = {}
  for (const [spelling, value] of entries) {
    const name = BY_PLAIN_NAME.get(plain(spelling))
    if (!name || !names.includes(name) || value === undefined || value === null) continue
    try {
      parameters[name] = toText(name, value)
    } catch {
      console.warn(`SvcWidget: ${spelling} is ignored, because it is not JSON`)
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
