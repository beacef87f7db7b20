import { readRule } from '../series/rule.ts'
import { eventFields, type IcsEvent } from './ics-event.ts'
import { changedDate, horizonOf, ownReference, type SeriesDate, type SeriesReading } from './ics-series.ts'
import { stamp, type TimeRules, wallIn } from './ics-time.ts'
import { type ImportDate, type ImportSeries, seriesReference, storableReference } from './import-file.ts'
import { ruleWalls, untilWall } from './recurrence.ts'

const DAY_MS = 86_400_000
/** The most dates, and the most days that are left out or added, of a series. */
const MAX_DATES = 1000
/** The longest rule of a series. */
const MAX_RULE = 500

/** What reading a series needs to know of its file. */
export interface KeptReading extends SeriesReading {
  rules: TimeRules
  /** By UID: the changed instances. */
  changes: Map<string, IcsEvent[]>
  /** Reads the fields that only some files have. */
  optional: (event: IcsEvent) => Record<string, string>
}

/** A recurring event that is kept as a series. */
export interface KeptSeries {
  series: ImportSeries
  /** The number of its dates up to the horizon. */
  dates: number
  /** The changed instances that are dates of it. */
  taken: IcsEvent[]
  /** Additional dates at another time of a day that has a date already: they stay single events. */
  single: SeriesDate[]
}

/**
 * Reads a recurring event as a series, with the instances that the file changes or takes out. Returns why it can't be
 * one. Throws IcsFault if its rule takes too many steps.
 */
export function keepSeries(event: IcsEvent, reading: KeptReading): KeptSeries | { reason: string } {
  const { start, rules } = event
  const [rule, ...more] = rules
  if (!rule) return { reason: 'it has dates and no rule' }
  if (more.length > 0) return { reason: 'it has several rules' }
  if (!start.allDay && !start.zone.name)
    return { reason: 'its times are in UTC, or in a time zone without an IANA name' }
  const text = rule.toString().toUpperCase()
  const read = readRule(text)
  if ('fault' in read) return { reason: `its rule ${read.fault}` }
  if (text.length > MAX_RULE) return { reason: `its rule has more than ${MAX_RULE} characters` }
  const horizon = Math.max(horizonOf(event, reading), start.wall)
  const walls = ruleWalls(start, rule, horizon, reading.budget)
  if (walls[0] !== start.wall) return { reason: 'its start is no date of its rule' }
  if (new Set(walls.map(dayOf)).size < walls.length) return { reason: 'it has several dates on one day' }
  const dates = new Dates(event, walls, horizon, reading)
  const isEnded = read.count === undefined ? untilWall(rule, start) <= horizon : walls.length === read.count
  const changes = event.uid ? (reading.changes.get(event.uid) ?? []) : []
  if (changes.some((change) => change.andLater) && !isEnded)
    return { reason: 'it has a change of all later dates (RANGE=THISANDFUTURE), and no end within two years' }
  dates.readExtra()
  dates.readExceptions()
  for (const change of changes) dates.readChange(change)
  dates.readLaterChanges()
  const kept = dates.kept(text)
  const { include, exclude } = kept.series
  const most = Math.max(kept.dates, include.length, exclude.length)
  return most > MAX_DATES ? { reason: `it has more than ${MAX_DATES} dates` } : kept
}

/** The dates of a series, as its event and the other events of the file make them. */
class Dates {
  private event: IcsEvent
  private reading: KeptReading
  private horizon: number
  /** Local times of the dates: those of the rule and the additional ones. */
  private walls: Set<number>
  private include = new Set<string>()
  private exclude = new Set<string>()
  /** By occurrence. */
  private changed = new Map<string, ImportDate>()
  private taken: IcsEvent[] = []
  private single: SeriesDate[] = []

  constructor(event: IcsEvent, walls: number[], horizon: number, reading: KeptReading) {
    this.event = event
    this.walls = new Set(walls)
    this.horizon = horizon
    this.reading = reading
  }

  /** RDATE: a day at the same time of day is an additional date, another time a date that is moved to it. */
  readExtra(): void {
    const { start, extraTimes } = this.event
    const days = new Set([...this.walls].map(dayOf))
    for (const time of extraTimes) {
      const wall = wallIn(time, start.zone)
      const usual = midnight(wall) + (start.wall - midnight(start.wall))
      const day = dayOf(wall)
      if (this.walls.has(wall)) continue
      if (days.has(day) && time.allDay) continue
      if (days.has(day)) {
        const reference = `${ownReference(this.event)}/${this.stampOf(wall)}`
        this.single.push({ ...{ reference, wall, like: this.event, cancelled: false }, occurrence: wall })
        continue
      }
      days.add(day)
      this.walls.add(usual)
      this.include.add(day)
      if (usual !== wall && !time.allDay) this.change(usual, this.event, wall, this.stampOf(wall))
    }
  }

  /** EXDATE. Some programs write a date for the instance on that day. */
  readExceptions(): void {
    const { start, exceptTimes } = this.event
    const times = new Set([...this.walls].map((wall) => wall - midnight(wall)))
    for (const time of exceptTimes) {
      const wall = wallIn(time, start.zone)
      if (time.allDay || start.allDay) this.exclude.add(dayOf(wall))
      else if (times.has(wall - midnight(wall))) this.exclude.add(this.occurrenceOf(wall))
    }
  }

  /** RECURRENCE-ID: a date that the file has as an event of its own. */
  readChange(change: IcsEvent): void {
    const { start } = this.event
    const instance = change.instance!
    const wall = wallIn(instance, start.zone)
    if (instance.allDay !== start.allDay) return
    // Its date is not made for years: until then it is a single event.
    if (wall > this.horizon) this.exclude.add(this.occurrenceOf(wall))
    if (!this.walls.has(wall)) return
    this.taken.push(change)
    this.change(wall, change, change.start.wall, stamp(instance))
  }

  /** RANGE=THISANDFUTURE: the dates behind such a change that have no change of their own. */
  readLaterChanges(): void {
    for (const wall of this.walls) {
      if (this.changed.has(this.occurrenceOf(wall)) || this.exclude.has(this.occurrenceOf(wall))) continue
      const { like, wall: moved } = changedDate(this.event, wall, this.reading)
      if (like !== this.event) this.change(wall, like, moved, this.stampOf(wall))
    }
  }

  kept(rule: string): KeptSeries {
    const { event } = this
    const uid = ownReference(event)
    const series: ImportSeries = {
      ...{ line: event.line, reference: seriesReference(uid), uid, cancelled: event.cancelled },
      ...{ input: this.fields(event, event.start.wall), rule },
      ...{ exclude: [...this.exclude].sort(), include: [...this.include].sort() },
      dates: [...this.changed.values()].sort((a, b) => (a.occurrence < b.occurrence ? -1 : 1)),
    }
    if (!event.cancelled) return { series, dates: this.walls.size, taken: this.taken, single: this.single }
    return { series: { ...series, dates: [] }, dates: 0, taken: [], single: [] }
  }

  /** Notes that a date is as `like` says, at `moved`. A cancelled one is left out. */
  private change(wall: number, like: IcsEvent, moved: number, at: string): void {
    const occurrence = this.occurrenceOf(wall)
    this.exclude.delete(occurrence)
    this.exclude.delete(dayOf(wall))
    this.changed.delete(occurrence)
    if (like.cancelled) this.exclude.add(occurrence)
    else {
      const reference = storableReference(`${ownReference(this.event)}/${at}`)
      const input = this.fields(like, moved)
      this.changed.set(occurrence, { line: like.line, occurrence, input, reference })
    }
  }

  /** Fields of a date. A time in UTC, or in a zone without a name, is one in the zone of the series. */
  private fields(like: IcsEvent, wall: number) {
    const { zone } = this.event.start
    const { start } = like
    const named = start.allDay || start.zone.name !== undefined
    const event = named ? like : { ...like, start: { ...start, zone } }
    const at = named ? wall : wallIn({ ...start, wall }, zone)
    return { ...eventFields(event, at, this.reading.rules), ...this.reading.optional(like) }
  }

  private occurrenceOf(wall: number): string {
    const text = new Date(wall).toISOString()
    return this.event.start.allDay ? text.slice(0, 10) : text.slice(0, 16)
  }

  private stampOf(wall: number): string {
    return stamp({ ...this.event.start, wall })
  }
}

function midnight(wall: number): number {
  return Math.floor(wall / DAY_MS) * DAY_MS
}

function dayOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10)
}
