import type { SourceListed, SourceRecord } from '../../../src/http/admin/sources-schemas.ts'
import { ago, count, counted, moment } from '../kit/format.ts'

export type { SourceListed, SourceRecord }
export type Run = SourceRecord['runs'][number]
export type MergeField = keyof SourceRecord['rules']
export type MergeRule = SourceRecord['rules'][MergeField]

/** The intervals that the service offers, in minutes. */
export const EVERY: { value: string; label: string }[] = [
  { value: '15', label: 'Every 15 minutes' },
  { value: '30', label: 'Every 30 minutes' },
  { value: '60', label: 'Every hour' },
  { value: '180', label: 'Every 3 hours' },
  { value: '360', label: 'Every 6 hours' },
  { value: '720', label: 'Every 12 hours' },
  { value: '1440', label: 'Once a day' },
]

export const FIELDS: Record<MergeField, string> = {
  when: 'Day and time',
  cancelled: 'Cancelled or not',
  location: 'Place',
  name: 'Title',
  details: 'Details',
  links: 'Links',
  reminders: 'Reminders',
  other: 'Everything else',
}

export const RULES: { value: MergeRule; label: string }[] = [
  { value: 'source', label: 'The source wins' },
  { value: 'mine', label: 'Mine wins' },
  { value: 'ask', label: 'Ask me' },
]

/** The colour of a state. */
export function kindOf({ state, questions }: SourceListed): 'ok' | 'warn' | 'bad' | 'plain' {
  if (state === 'waits') return 'warn'
  if (state === 'failing') return 'bad'
  if (state === 'paused' || state === 'new' || state === 'reading') return 'plain'
  return questions > 0 ? 'warn' : 'ok'
}

export const STATES: Record<SourceListed['state'], string> = {
  new: 'New',
  reading: 'Reading',
  good: 'Working',
  waits: 'Waits for you',
  failing: 'Failing',
  paused: 'Paused',
}

/** The state of a source as a sentence: `Read 12 minutes ago · 3 changed`. */
export function stateText(source: SourceListed): string {
  const { state, waiting, failingSince, lastRun, keeps, questions, lastChange, message } = source
  if (state === 'new') return 'Is read for the first time in a few seconds'
  if (state === 'reading') return 'Is being read now'
  if (waiting)
    return `Waits for your yes: ${count(waiting.gone)} of ${counted(waiting.of, 'event', 'events')} would go`
  if (state === 'failing') return `Failing since ${moment(failingSince!)}: ${message ?? ''}`
  if (state === 'paused') return message ? `Paused: ${message}` : 'Paused'
  const parts = [
    lastRun && `Read ${ago(lastRun)}`,
    questions > 0 && `asks about ${counted(questions, 'event', 'events')}`,
    keeps && 'you keep events that it no longer has',
    !keeps &&
      lastChange &&
      (lastChange.at === lastRun ? countsText(lastChange) : `changed ${ago(lastChange.at)}`),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** What a run did, in numbers: `2 added, 3 changed`. */
export function countsText(counts: Run['counts']): string {
  const { added, changed, joined, removed, kept, asked, faults } = counts
  const parts = [
    added > 0 && `${count(added)} added`,
    changed > 0 && `${count(changed)} changed`,
    joined > 0 && `${count(joined)} of other calendars`,
    removed > 0 && `${count(removed)} removed`,
    kept > 0 && `${count(kept)} of your changes kept`,
    asked > 0 && counted(asked, 'question', 'questions'),
    faults > 0 && counted(faults, 'error', 'errors'),
  ]
  return parts.filter(Boolean).join(', ') || 'nothing changed'
}

/** How a run came out, as a sentence. */
export function outcomeText({ outcome, counts, message, times }: Run): string {
  const often = times > 1 ? ` (${count(times)} times)` : ''
  if (outcome === 'changed') return message ? `${countsText(counts)}. ${message}` : countsText(counts)
  if (outcome === 'waits') return `Waited for a yes: ${message}${often}`
  if (outcome === 'failed') return `${message}${often}`
  const text =
    counts.kept + counts.asked + counts.faults > 0 ? `Nothing new, ${countsText(counts)}` : 'Nothing new'
  return `${text}${often}${message ? `. ${message}` : ''}`
}

/** An address without what may be a secret: its host and the end of its path. */
export function shortAddress(url: string): string {
  const { host, pathname } = new URL(url)
  const end = pathname.split('/').filter(Boolean).at(-1) ?? ''
  return end ? `${host} … ${end.length > 30 ? `${end.slice(0, 30)}…` : end}` : host
}
