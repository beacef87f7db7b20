import type { AlertRecord } from '../../../src/http/admin/alerts-schemas.ts'
import { type Counted, words } from '../words/index.ts'
import { list } from './format.ts'
import { sayCount } from './say.tsx'

/** Events of an alert that are named in a sentence. */
const NAMED = 2

/** `City v Town`, `City v Town, Lake v Hill and 378 more events`. Each name keeps its own direction. */
export function eventsText({ events, eventCount }: Pick<AlertRecord, 'events' | 'eventCount'>): string {
  const unlike = [...new Set(events.map(({ name }) => name))]
  const named = unlike.slice(0, NAMED).map((name) => `\u2068${name || words.kit.removedEvent}\u2069`)
  const others = eventCount - named.length
  const more = others > 0 ? [sayCount(words.kit.moreEvents, others)] : []
  return list([...named, ...more])
}

type BadgeKind = 'ok' | 'warn' | 'bad' | 'plain'

/** The state of an alert as the word and the kind of a badge. */
export function alertState({ state, people }: Pick<AlertRecord, 'state' | 'people'>): [BadgeKind, string] {
  if (state === 'finding') return ['plain', words.kit.alertFinding]
  if (state === 'asking') return ['warn', words.kit.alertAsking]
  if (state === 'sending') return ['plain', words.kit.alertSending]
  if (state === 'dismissed') return ['plain', people > 0 ? words.kit.alertStopped : words.kit.alertNotSent]
  return people > 0 ? ['ok', words.kit.alertDone] : ['plain', words.kit.alertNobody]
}

/** True while the service, or a user, still has something to do. */
export function isOpen({ state }: Pick<AlertRecord, 'state'>): boolean {
  return state === 'finding' || state === 'asking' || state === 'sending'
}

type Counts = AlertRecord['counts']
const RESULTS: [keyof Counts, Counted][] = [
  ['told', words.kit.told],
  ['current', words.kit.hadIt],
  ['capped', words.kit.capped],
  ['off', words.kit.off],
  ['refused', words.kit.refused],
  ['late', words.kit.late],
]

/** `1,180 told · 30 had it already · 11 not told yet`; empty: nobody had to be told. */
export function resultText({ state, people, counts }: AlertRecord): string {
  if (state === 'finding') return ''
  if (state === 'asking') return sayCount(words.kit.people, people)
  const parts = RESULTS.filter(([name]) => counts[name] > 0).map(([name, text]) =>
    sayCount(text, counts[name]),
  )
  const left = counts.waiting
  if (left > 0) parts.push(sayCount(state === 'dismissed' ? words.kit.notTold : words.kit.notToldYet, left))
  return parts.join(' · ')
}
