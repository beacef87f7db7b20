import type { AlertRecord } from '../../../src/http/admin/alerts-schemas.ts'
import { count, counted } from './format.ts'

/** Events of an alert that are named in a sentence. */
const NAMED = 2

/** `City v Town`, `City v Town, Lake v Hill and 378 more events`. Each name keeps its own direction. */
export function eventsText({ events, eventCount }: Pick<AlertRecord, 'events' | 'eventCount'>): string {
  const unlike = [...new Set(events.map(({ name }) => name))]
  const named = unlike.slice(0, NAMED).map((name) => `\u2068${name || 'A removed event'}\u2069`)
  const others = eventCount - named.length
  const more = others > 0 ? [counted(others, 'more event', 'more events')] : []
  return and.format([...named, ...more])
}

const and = new Intl.ListFormat('en-GB', { type: 'conjunction' })

type BadgeKind = 'ok' | 'warn' | 'bad' | 'plain'

/** The state of an alert as the word and the kind of a badge. */
export function alertState({ state, people }: Pick<AlertRecord, 'state' | 'people'>): [BadgeKind, string] {
  if (state === 'finding') return ['plain', 'Looking who to tell']
  if (state === 'asking') return ['warn', 'Waits for your yes']
  if (state === 'sending') return ['plain', 'Sending']
  if (state === 'dismissed') return ['plain', people > 0 ? 'Stopped' : 'Not sent']
  return people > 0 ? ['ok', 'Done'] : ['plain', 'Nobody to tell']
}

/** True while the service, or a user, still has something to do. */
export function isOpen({ state }: Pick<AlertRecord, 'state'>): boolean {
  return state === 'finding' || state === 'asking' || state === 'sending'
}

type Counts = AlertRecord['counts']
const RESULTS: [keyof Counts, (n: number) => string][] = [
  ['told', (n) => `${count(n)} told`],
  ['current', (n) => `${count(n)} had it already`],
  ['capped', (n) => `${count(n)} had enough mails that day`],
  ['off', (n) => `${count(n)} left or switched alerts off`],
  ['refused', (n) => `${count(n)} refused by their mail server`],
  ['late', (n) => `${count(n)} too late, the event had begun`],
]

/** `1,180 told · 30 had it already · 11 not told yet`; empty: nobody had to be told. */
export function resultText({ state, people, counts }: AlertRecord): string {
  if (state === 'finding') return ''
  if (state === 'asking') return counted(people, 'person', 'people')
  const parts = RESULTS.filter(([name]) => counts[name] > 0).map(([name, text]) => text(counts[name]))
  const left = counts.waiting
  if (left > 0) parts.push(`${count(left)} ${state === 'dismissed' ? 'not told' : 'not told yet'}`)
  return parts.join(' · ')
}
