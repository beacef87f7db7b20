import type { SourceOptions } from '../imports/import-source.ts'

/** Minutes between two reads. */
export const INTERVALS = [15, 30, 60, 180, 360, 720, 1440] as const
export type Interval = (typeof INTERVALS)[number]

/** Sources of one publisher. */
export const MOST_SOURCES = 50

/**
 * The fields that a source and a user may both change, in the order in which pages list them. Those that only make sense
 * together are one: day, time and time zone; all links; both reminders. `other`: all that have no name here.
 */
export const MERGE_FIELDS = [
  'when',
  'cancelled',
  'location',
  'name',
  'details',
  'links',
  'reminders',
  'other',
] as const
export type MergeField = (typeof MERGE_FIELDS)[number]

/** The winner when both the source and a user changed a field. */
export const MERGE_RULES = ['source', 'mine', 'ask'] as const
export type MergeRule = (typeof MERGE_RULES)[number]
export type MergeRules = Record<MergeField, MergeRule>

/**
 * Subscribers travel by when, where and whether: the source knows it first. Texts are what people improve, and links and
 * reminders are what they add.
 */
export const DEFAULT_RULES: MergeRules = {
  ...{ when: 'source', cancelled: 'source', location: 'source' },
  ...{ name: 'mine', details: 'mine', links: 'mine', reminders: 'mine', other: 'mine' },
}

/** An address that is read again by itself. */
export interface ReadSource {
  id: string
  publisherId: number
  calendarId: string
  /** As a user gave it. It may be a secret that opens a private calendar. */
  address: string
  options: SourceOptions
  rules: MergeRules
  everyMinutes: number
  paused: boolean
  /** Epoch ms. */
  created: number
  /** Epoch ms; null: it is paused. */
  nextRunAt: number | null
  /** Epoch ms: one process reads it until then at most. */
  leaseUntil: number
  etag: string | null
  lastModified: string | null
  /** Identifies the events that were taken last. */
  digest: string | null
  lastRunAt: number | null
  /** Failed runs in a row. */
  failures: number
  failingSince: number | null
  message: string | null
  /** Owners got a mail that it fails. */
  told: boolean
  waiting: WaitingRun | null
  /** The content whose missing events a user keeps. */
  keptDigest: string | null
}

/** An event that a run would take away. */
export interface GoneEvent {
  id: string
  name: string
  startDate: string
  startTime: string | null
  /** Taken out of the calendar, or cancelled. */
  how: 'removed' | 'cancelled'
}

/** A run that would take away too much, and waits for a yes. */
export interface WaitingRun {
  /** Identifies the content. */
  digest: string
  /** Events that it takes away, and coming events that the source had. */
  gone: number
  of: number
  /** The first of them. */
  events: GoneEvent[]
  /** Epoch ms. */
  since: number
}

/** The numbers of a run. `kept`: fields in which a user's change won. `asked`: open questions. */
export interface RunCounts {
  added: number
  changed: number
  joined: number
  removed: number
  kept: number
  asked: number
  faults: number
}

export const NO_COUNTS: RunCounts = {
  ...{ added: 0, changed: 0, joined: 0, removed: 0 },
  ...{ kept: 0, asked: 0, faults: 0 },
}

/** `same`: there was nothing new. `waits`: nothing was taken over, since too much would go. */
export type RunOutcome = 'changed' | 'same' | 'waits' | 'failed'

/** Runs in a row that came out the same. */
export interface SourceRun {
  id: string
  /** Epoch ms of the first and the last of them. */
  at: number
  until: number
  times: number
  outcome: RunOutcome
  counts: RunCounts
  /** A sentence for users; empty: there is nothing to say. */
  message: string
}

export type SourceState = 'new' | 'reading' | 'good' | 'waits' | 'failing' | 'paused'

/** The state of a source in one word: what needs a user comes first. */
export function stateOf(source: ReadSource, now: number): SourceState {
  if (source.leaseUntil > now) return 'reading'
  if (source.waiting) return 'waits'
  if (source.paused) return 'paused'
  if (source.failures > 0) return 'failing'
  return source.lastRunAt === null ? 'new' : 'good'
}
