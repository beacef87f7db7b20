import { memoize } from '../time/memoize.ts'

/** Who reads a feed. Aggregators poll once for many people, so their reads don't count devices. */
export interface Application {
  name: string
  kind: 'device' | 'aggregator' | 'unknown'
}

/** In the order they are tried: many send the names of others too. */
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
  [/Thunderbird/i, 'Thunderbird', 'device'],
  [/Evolution/i, 'Evolution', 'device'],
  [/vdirsyncer/i, 'vdirsyncer', 'device'],
  [/WordPress|Zap Calendar/i, 'Website', 'aggregator'],
]

const UNKNOWN: Application = { name: 'Other', kind: 'unknown' }
const MAX_LENGTH = 300

/** Tells the calendar application from a User-Agent, which is hostile text until proven otherwise. */
export function applicationOf(userAgent: string | undefined): Application {
  return recognised((userAgent ?? '').slice(0, MAX_LENGTH))
}

/** The kind of an application by its name, as reads remember it. */
export function kindOf(name: string): Application['kind'] {
  return PATTERNS.find(([, known]) => known === name)?.[2] ?? UNKNOWN.kind
}

const recognised = memoize(1000, (text: string): Application => {
  const found = PATTERNS.find(([pattern]) => pattern.test(text))
  return found ? { name: found[1], kind: found[2] } : UNKNOWN
})
