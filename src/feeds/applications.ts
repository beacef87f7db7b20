import { memoize } from '../time/memoize.ts'

/** A calendar application that polls feeds. An aggregator polls once for many people: its reads don't count devices. */
export interface Application {
  name: string
  kind: 'device' | 'aggregator' | 'unknown'
}

/** The first match counts: many applications send the names of others too. */
const PATTERNS: [RegExp, string, Application['kind']][] = [
  [/Google-Calendar-Importer/i, 'Google Calendar', 'aggregator'],
  [/Microsoft[ .]Exchange/i, 'Microsoft 365', 'aggregator'],
  [/Microsoft Office|Microsoft Outlook/i, 'Outlook', 'device'],
  [/^iOS\/|^iPadOS\//i, 'Apple Calendar (iOS)', 'device'],
  [
    /^macOS\/|Mac[ +]OS[ +]X.*(CalendarAgent|dataaccessd)|CalendarStore|CalendarAgent|iCal\//i,
    'Apple Calendar (macOS)',
    'device',
  ],
  [/ICSx5/i, 'ICSx5', 'device'],
  [/DAVx5|DAVx⁵/i, 'DAVx5', 'device'],
  [/Thunderbird/i, 'Thunderbird', 'device'],
  [/Evolution/i, 'Evolution', 'device'],
  [/vdirsyncer/i, 'vdirsyncer', 'device'],
  [/WordPress|Zap Calendar/i, 'Website', 'aggregator'],
]

/** The names by which calendars that we write count as read. They are not those that poll feeds. */
export const PUSHED_TO_GOOGLE = 'Google Calendar (push)'
export const PUSHED_TO_OUTLOOK = 'Outlook (push)'

/** The kinds of applications by name. Calendars that we write are looked at once a day, as those who poll for many are. */
const KINDS = new Map<string, Application['kind']>([
  ...PATTERNS.map(([, name, kind]) => [name, kind] as const),
  [PUSHED_TO_GOOGLE, 'aggregator'],
  [PUSHED_TO_OUTLOOK, 'aggregator'],
])

/** The names of the applications that poll for many people. */
export const AGGREGATORS = [...KINDS].filter(([, kind]) => kind === 'aggregator').map(([name]) => name)

const UNKNOWN: Application = { name: 'Other', kind: 'unknown' }
const MAX_LENGTH = 300

/** Recognises the calendar application by its User-Agent header, which may be any text. */
export function applicationOf(userAgent: string | undefined): Application {
  return recognise((userAgent ?? '').slice(0, MAX_LENGTH))
}

/** The kind of an application by the name that `feed_read` stores. */
export function kindOf(name: string): Application['kind'] {
  return KINDS.get(name) ?? UNKNOWN.kind
}

const recognise = memoize(1000, (text: string): Application => {
  const found = PATTERNS.find(([pattern]) => pattern.test(text))
  return found ? { name: found[1], kind: found[2] } : UNKNOWN
})
