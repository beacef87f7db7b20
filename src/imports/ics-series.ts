import type { IcsEvent } from './ics-event.ts'
import { type IcsTime, stamp, wallIn } from './ics-time.ts'
import { generatedReference, type ImportFault, type PartialSeries } from './import-file.ts'
import { expandRules, type StepBudget } from './recurrence.ts'

const DAY_MS = 86_400_000
/** Dates further in the future are not read. */
const AHEAD_MS = 2 * 365 * DAY_MS
/** Maximum dates of a series. */
const MAX_DATES = 1000

/** Limits, notes and changed instances of all series in a file. */
export interface SeriesReading {
  /** Epoch ms. */
  now: number
  budget: StepBudget
  /** References of instances that the file has as separate events. */
  changed: Set<string>
  /** By UID: changed instances with RANGE=THISANDFUTURE, in order. */
  changedFrom: Map<string, IcsEvent[]>
  notes: ImportFault[]
  partial: PartialSeries[]
}

/** One date of a series that is read as single events. */
export interface SeriesDate {
  reference: string
  wall: number
  /** The local time that the rule gave. */
  occurrence: number
  /** The event with its texts and length. */
  like: IcsEvent
  /** It is an exception of the series. */
  cancelled: boolean
}

export function isSeries({ instance, rules, extraTimes }: IcsEvent): boolean {
  return !instance && (rules.length > 0 || extraTimes.length > 0)
}

export function ownReference(event: IcsEvent): string {
  const uid = event.uid || generatedReference(event.texts.name, stamp(event.start))
  return event.instance ? `${uid}/${stamp(event.instance)}` : uid
}

/** The dates of a series, each as a single event, that the file does not have as separate events. */
export function expandSeries(event: IcsEvent, reading: SeriesReading): SeriesDate[] {
  const { start, exceptTimes } = event
  const reference = ownReference(event)
  const dates = nearestDates(event, datesOf(event, reading), reading)
  const exceptions = new Set(inZone(exceptTimes, start))
  // Some programs write a date in EXDATE for the instance on that day.
  const exceptDays = new Set(exceptTimes.filter((time) => time.allDay).map((time) => time.wall))
  return [...new Set([...dates, ...exceptions])]
    .map((wall) => ({
      reference: `${reference}/${stamp({ ...start, wall })}`,
      occurrence: wall,
      cancelled: exceptions.has(wall) || exceptDays.has(wall - (wall % DAY_MS)),
      ...changedDate(event, wall, reading),
    }))
    .filter((date) => !reading.changed.has(date.reference))
}

/** All dates up to the horizon, in order, as local times in the event's zone. */
function datesOf(event: IcsEvent, reading: SeriesReading): number[] {
  const { start, rules, extraTimes } = event
  const walls = expandRules(start, rules, horizonOf(event, reading), reading.budget)
  return [...new Set([...walls, ...inZone(extraTimes, start)])].sort((a, b) => a - b)
}

/** Dates after this local time are not read. */
export function horizonOf({ start }: IcsEvent, { now }: SeriesReading): number {
  return start.zone.toWall(now + AHEAD_MS)
}

/** If a series has too many dates, keeps the next ones, then the latest past ones. */
function nearestDates(event: IcsEvent, walls: number[], { now, notes, partial }: SeriesReading): number[] {
  if (walls.length <= MAX_DATES) return walls
  const { start, length, line, texts } = event
  const next = walls.findIndex((wall) => wall + length >= start.zone.toWall(now))
  const end = Math.min(walls.length, (next === -1 ? walls.length : next) + MAX_DATES)
  const kept = walls.slice(end - MAX_DATES, end)
  const [first, last] = [kept[0]!, kept.at(-1)!]
  const [before, after] = [end - MAX_DATES, walls.length - end]
  const left = [
    before > 0 && `${before} before ${dayOf(first)}`,
    after > 0 && `${after} after ${dayOf(last)}`,
  ]
  const all = `"${texts.name}" has ${walls.length} dates up to ${dayOf(walls.at(-1)!)}`
  notes.push({
    line,
    message: `${all}, and ${MAX_DATES} of them are read, as single events: ${left.filter(Boolean).join(' and ')} are left out`,
  })
  const stampOf = (wall: number) => stamp({ ...start, wall })
  const [from, to] = [stampOf(first), stampOf(last)]
  partial.push({
    reference: ownReference(event),
    ...{ first: stampOf(walls[0]!), last: stampOf(walls.at(-1)!), from, to },
  })
  return kept
}

/**
 * Applies the last RANGE=THISANDFUTURE change at or before a date: the date gets its texts and length, and is
 * moved as far as the change moves its own instance.
 */
export function changedDate(
  series: IcsEvent,
  wall: number,
  { changedFrom }: SeriesReading,
): { like: IcsEvent; wall: number } {
  const at = stamp({ ...series.start, wall })
  const changes = series.uid ? changedFrom.get(series.uid) : undefined
  const change = changes?.findLast(({ instance }) => stamp(instance!) <= at)
  if (!change) return { like: series, wall }
  const { start, instance } = change
  const shift = start.wall - wallIn(instance!, start.zone)
  return { like: change, wall: wallIn({ ...series.start, wall }, start.zone) + shift }
}

function inZone(times: IcsTime[], { zone }: IcsTime): number[] {
  return times.map((time) => wallIn(time, zone))
}

function dayOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10)
}
