import type { SourceListed, SourceRecord } from '../../../src/http/admin/sources-schemas.ts'
import { ago, listShort, moment } from '../kit/format.ts'
import { messageText } from '../kit/reasons.ts'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'

export type { SourceListed, SourceRecord }
export type Run = SourceRecord['runs'][number]
export type MergeField = keyof SourceRecord['rules']
export type MergeRule = SourceRecord['rules'][MergeField]

const texts = words.sources

/** The intervals that the service offers, in minutes. */
export const EVERY: { value: string; label: string }[] = [
  { value: '15', label: texts.every15 },
  { value: '30', label: texts.every30 },
  { value: '60', label: texts.every60 },
  { value: '180', label: texts.every180 },
  { value: '360', label: texts.every360 },
  { value: '720', label: texts.every720 },
  { value: '1440', label: texts.every1440 },
]

export const FIELDS: Record<MergeField, string> = {
  when: texts.fieldWhen,
  cancelled: texts.fieldCancelled,
  location: texts.fieldLocation,
  name: texts.fieldName,
  details: texts.fieldDetails,
  links: texts.fieldLinks,
  reminders: texts.fieldReminders,
  other: texts.fieldOther,
}

export const RULES: { value: MergeRule; label: string }[] = [
  { value: 'source', label: texts.ruleSource },
  { value: 'mine', label: texts.ruleMine },
  { value: 'ask', label: texts.ruleAsk },
]

/** The colour of a state. */
export function kindOf({ state, questions }: SourceListed): 'ok' | 'warn' | 'bad' | 'plain' {
  if (state === 'waits') return 'warn'
  if (state === 'failing') return 'bad'
  if (state === 'paused' || state === 'new' || state === 'reading') return 'plain'
  return questions > 0 ? 'warn' : 'ok'
}

export const STATES: Record<SourceListed['state'], string> = {
  new: texts.stateNew,
  reading: texts.stateReading,
  good: texts.stateGood,
  waits: texts.stateWaits,
  failing: texts.stateFailing,
  paused: texts.statePaused,
}

/** The state of a source as a sentence: `Read 12 minutes ago · 3 changed`. */
export function stateText(source: SourceListed): string {
  const { state, waiting, failingSince, lastRun, keeps, questions, lastChange } = source
  const message = source.message && messageText(source.message, source.reason)
  if (state === 'new') return texts.readsFirst
  if (state === 'reading') return texts.readsNow
  if (waiting) return sayCount(texts.waitsFor, waiting.of, { gone: waiting.gone })
  if (state === 'failing')
    return say(texts.failingSince, { when: moment(failingSince!), message: message ?? '' })
  if (state === 'paused') return message ? say(texts.pausedFor, { message }) : texts.statePaused
  const parts = [
    lastRun && say(texts.readAgo, { ago: ago(lastRun) }),
    questions > 0 && sayCount(texts.asksAbout, questions),
    keeps && texts.youKeep,
    !keeps &&
      lastChange &&
      (lastChange.at === lastRun
        ? countsText(lastChange)
        : say(texts.changedAgo, { ago: ago(lastChange.at) })),
  ]
  return parts.filter(Boolean).join(' · ')
}

const COUNT_TEXTS = [
  ['added', texts.added],
  ['changed', texts.changed],
  ['joined', texts.ofOthers],
  ['removed', texts.removed],
  ['kept', texts.kept],
  ['asked', texts.questions],
  ['faults', texts.errors],
] as const

/** What a run did, in numbers: `2 added, 3 changed`. */
export function countsText(counts: Run['counts']): string {
  const some = COUNT_TEXTS.filter(([kind]) => counts[kind] > 0)
  return listShort(some.map(([kind, text]) => sayCount(text, counts[kind]))) || texts.nothingChanged
}

/** How a run came out, as a sentence. */
export function outcomeText({ outcome, counts, message: said, reason, times }: Run): string {
  const message = said && messageText(said, reason)
  const often = (text: string) => (times > 1 ? sayCount(texts.often, times, { outcome: text }) : text)
  const withMessage = (text: string) => (message ? say(texts.withMessage, { outcome: text, message }) : text)
  if (outcome === 'changed') return withMessage(countsText(counts))
  if (outcome === 'waits') return often(say(texts.waitedFor, { message }))
  if (outcome === 'failed') return often(message)
  const hasCounts = counts.kept + counts.asked + counts.faults > 0
  const text = hasCounts ? say(texts.nothingNewBut, { counts: countsText(counts) }) : texts.outcomeSame
  return withMessage(often(text))
}

/** An address without what may be a secret: its host and the end of its path. */
export function shortAddress(url: string): string {
  const { host, pathname } = new URL(url)
  const end = pathname.split('/').filter(Boolean).at(-1) ?? ''
  return end ? `${host} … ${end.length > 30 ? `${end.slice(0, 30)}…` : end}` : host
}
