import { createHash } from 'node:crypto'
import type { EventFields } from '../events/event.ts'
import { EVENT_FIELDS } from '../events/event-fields.ts'
import type { ImportSeries } from '../imports/import-file.ts'
import type { ImportMerge, MergedBefore, MergedSeries } from '../imports/plan-import.ts'
import { MERGE_FIELDS, type MergeField, type MergeRules } from './source.ts'

/** What a source said last of an event, as digests by field. */
export interface Said extends Partial<Record<MergeField, string>> {
  /** The whole series as it was in the file. */
  series?: string
  /** The days that a series left out, and the fields of single dates by occurrence. */
  exclude?: string[]
  dates?: Record<string, string[]>
}

/** A value of the source that a user decides about. `taken`: the user said yes to it. */
export interface Question {
  digest: string
  theirs: Partial<EventFields>
  taken?: true
}
export type Asked = Partial<Record<MergeField, Question>>

/** What is known of an event or series of a source. */
export interface KnownEvent {
  said: Said
  asked: Asked
}

type Values = Partial<EventFields>

const FIELD_OF: Record<string, MergeField> = {
  ...{ startDate: 'when', startTime: 'when', endDate: 'when', endTime: 'when', timezone: 'when' },
  ...{ startAt: 'when', endAt: 'when' },
  ...{ cancelled: 'cancelled', name: 'name', location: 'location', details: 'details' },
  ...{ quickLinks: 'links', linkNames: 'links', alert: 'reminders', alert2: 'reminders' },
}
/** The fields that a file has a say in. */
const MERGED = new Set([...Object.keys(EVENT_FIELDS), ...Object.keys(FIELD_OF)])
MERGED.delete('reference')

/**
 * Compares three versions of each field: what the source said last, what is stored here, what the source says now. If
 * only one side changed it, that side has it; if both did, the rule of the field decides. Remembers the outcome by
 * reference, to be stored after the run.
 */
export class Merge implements ImportMerge {
  /** What is known after the run, of all that were merged. */
  readonly outcomes = new Map<string, KnownEvent>()
  /** Fields in which a user's change won in this run. */
  readonly kept = new Map<string, number>()
  private readonly rules: MergeRules
  private readonly known: ReadonlyMap<string, KnownEvent>

  constructor(rules: MergeRules, known: ReadonlyMap<string, KnownEvent>) {
    this.rules = rules
    this.known = known
  }

  mergeEvent(
    reference: string,
    before: EventFields | undefined,
    theirs: EventFields,
  ): EventFields | undefined {
    const known = this.known.get(reference)
    if (known && !before) {
      this.outcomes.set(reference, { said: digestsOf(theirs), asked: {} })
      return undefined
    }
    if (before) return this.decide(reference, before, theirs).event
    // Nobody here has ever seen it take place.
    if (theirs.cancelled) return undefined
    this.outcomes.set(reference, { said: digestsOf(theirs), asked: {} })
    return theirs
  }

  mergeSeries(record: ImportSeries, before: MergedBefore | undefined, theirs: EventFields): MergedSeries {
    const { reference, input, rule, include, exclude } = record
    const known = this.known.get(reference)
    const series = digestOf([input, rule, include, exclude, record.dates.map(({ line: _, ...date }) => date)])
    const about = {
      ...{ series, exclude },
      dates: Object.fromEntries(record.dates.map((date) => [date.occurrence, Object.keys(date.input)])),
    }
    const pattern = { rule, include }
    if (!before) {
      this.outcomes.set(reference, { said: { ...digestsOf(theirs, pattern), ...about }, asked: {} })
      if (known) return { kind: 'deleted' }
      return { kind: 'merged', ...pattern, fields: theirs, exclude, decided: ALL, given: new Map() }
    }
    const isAccepted = Object.values(known?.asked ?? {}).some(({ taken }) => taken)
    if (known?.said.series === series && !isAccepted) {
      this.outcomes.set(reference, known)
      return { kind: 'unchanged' }
    }
    const stored = { rule: before.series.rule, include: before.series.include }
    const patterns = [stored, pattern] as const
    const { event, taken, moved } = this.decide(reference, before.series.fields, theirs, patterns, about)
    const said = known?.said.exclude ?? []
    const byHand = known ? before.excluded.filter((day) => !said.includes(day)) : []
    const given = Object.entries(known?.said.dates ?? {}).map(
      ([date, names]) => [date, new Set(names)] as const,
    )
    return {
      ...(taken.has('when') ? pattern : stored),
      ...{ kind: 'merged', fields: event, given: new Map(given) },
      exclude: [...new Set([...exclude, ...byHand])].sort(),
      decided: known ? this.decidedBy(moved) : ALL,
    }
  }

  /** Fields of a series that its dates follow, even those that were changed by hand. */
  private decidedBy(moved: ReadonlySet<MergeField>): ReadonlySet<string> {
    const names = Object.entries(FIELD_OF).filter(
      ([, field]) => moved.has(field) && this.rules[field] === 'source',
    )
    return new Set(names.map(([name]) => name))
  }

  /** `patterns`: the rules of a series, stored and in the file: they are part of when it is. */
  private decide(
    reference: string,
    mine: EventFields,
    theirs: EventFields,
    [minePattern, theirPattern]: readonly [object?, object?] = [],
    about: Partial<Said> = {},
  ): { event: EventFields; taken: Set<MergeField>; moved: Set<MergeField> } {
    const { said = {}, asked = {} } = this.known.get(reference) ?? {}
    const [here, there] = [digestsOf(mine, minePattern), digestsOf(theirs, theirPattern)]
    const next: KnownEvent = { said: { ...about }, asked: {} }
    const taken = new Set<MergeField>()
    let kept = 0
    for (const field of MERGE_FIELDS) {
      const [last, now] = [said[field], there[field]]
      const question = asked[field]
      next.said[field] = now
      if (here[field] === now) taken.add(field)
      else if (last === undefined || here[field] === last) taken.add(field)
      else if (last === now) continue
      else if (this.rules[field] === 'source' || (question?.taken && question.digest === now))
        taken.add(field)
      else if (this.rules[field] === 'mine') kept++
      else {
        next.said[field] = last
        next.asked[field] = { digest: now, theirs: valuesOf(theirs, field) }
      }
    }
    this.outcomes.set(reference, next)
    this.kept.set(reference, kept)
    const event = { ...mine, ...pick(theirs, (name) => !MERGED.has(name) || taken.has(fieldOf(name))) }
    const moved = new Set([...taken].filter((field) => said[field] !== there[field]))
    return { event, taken, moved }
  }
}

/** The values of one field. */
export function valuesOf(event: Values, field: MergeField): Values {
  return pick(event, (name) => MERGED.has(name) && fieldOf(name) === field)
}

/** Identifies the values of each field. */
export function digestsOf(event: Values, pattern?: object): Record<MergeField, string> {
  const digests = MERGE_FIELDS.map((field) => {
    const values = valuesOf(event, field)
    return [field, digestOf(field === 'when' && pattern ? [values, pattern] : values)] as const
  })
  return Object.fromEntries(digests) as Record<MergeField, string>
}

/** A short hash of a value; objects are compared without regard to the order of their keys. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest('base64url').slice(0, 16)
}

/** For `decided`: every field, also of dates that were changed by hand. */
const ALL: ReadonlySet<string> = new Set(Object.keys(FIELD_OF))

function fieldOf(name: string): MergeField {
  return FIELD_OF[name] ?? 'other'
}

function pick(event: Values, wanted: (name: string) => boolean): Values {
  return Object.fromEntries(Object.entries(event).filter(([name]) => wanted(name)))
}

function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
