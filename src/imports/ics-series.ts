import type { IcsEvent } from './ics-event.ts'
import { type IcsTime, stamp, wallIn } from './ics-time.ts'
import { type ImportFault, madeUpReference, type PartialSeries } from './import-file.ts'
import { expandRules, type StepBudget } from './recurrence.ts'

const DAY_MS = 86_400_000
/** How far ahead series are followed. */
const AHEAD_MS = 2 * 365 * DAY_MS
/** Dates of one series. */
const MAX_DATES = 1000

/** The shared limits and notes of all series in a file. */
export interface SeriesReading {
  /** Epoch ms. */
  now: number
  budget: StepBudget
  /** References of the instances that stand in the file by themselves. */
  changed: Set<string>
  /** By UID: the instances from which on all later ones differ too, in order. */
  changedFrom: Map<string, IcsEvent[]>
  notes: ImportFault[]
  partial: PartialSeries[]
}

/** One date of a series. */
export interface SeriesDate {
  reference: string
  wall: number
  /** The event that says what it is like. */
  like: IcsEvent
  /** It is taken out. */
  cancelled: boolean
}

export function isSeries({ instance, rules, extraTimes }: IcsEvent): boolean {
  return !instance && (rules.length > 0 || extraTimes.length > 0)
}

export function ownReference(event: IcsEvent): string {
  const uid = event.uid || madeUpReference(event.texts.name, stamp(event.start))
  return event.instance ? `${uid}/${stamp(event.instance)}` : uid
}

/** Every date of a series that does not stand in the file by itself. */
export function readSeries(event: IcsEvent, reading: SeriesReading): SeriesDate[] {
  const { start, exceptTimes } = event
  const reference = ownReference(event)
  const dates = nearestDates(event, datesOf(event, reading), reading)
  const exceptions = new Set(inZone(exceptTimes, start))
  // Some programs except a date where they mean the instance on that day.
  const exceptDays = new Set(exceptTimes.filter((time) => time.allDay).map((time) => time.wall))
  return [...new Set([...dates, ...exceptions])]
    .map((wall) => ({
      reference: `${reference}/${stamp({ ...start, wall })}`,
      cancelled: exceptions.has(wall) || exceptDays.has(wall - (wall % DAY_MS)),
      ...changedDate(event, wall, reading),
    }))
    .filter((date) => !reading.changed.has(date.reference))
}

/** All dates up to the horizon, as wall times of the event's zone, in order. */
function datesOf({ start, rules, extraTimes }: IcsEvent, { now, budget }: SeriesReading): number[] {
  const horizon = start.zone.toWall(now + AHEAD_MS)
  const walls = expandRules(start, rules, horizon, budget)
  return [...new Set([...walls, ...inZone(extraTimes, start)])].sort((a, b) => a - b)
}

/** Keeps, of more dates than a series may have, those that come next and then the latest past ones. */
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
    message: `${all}, and ${MAX_DATES} are read of a series: ${left.filter(Boolean).join(' and ')} are left out`,
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
 * A date as the last change for it and all later ones says (RECURRENCE-ID;RANGE=THISANDFUTURE): with its texts and
 * its length, and moved by as much as the change moves its own date.
 */
function changedDate(series: IcsEvent, wall: number, { changedFrom }: SeriesReading) {
  const at = stamp({ ...series.start, wall })
  const changes = series.uid ? changedFrom.get(series.uid) : undefined
  const change = changes?.findLast(({ instance }) => stamp(instance!) <= at)
  if (!change) return { like: series, wall }
  const { start, instance } = change
  const moved = start.wall - wallIn(instance!, start.zone)
  return { like: change, wall: wallIn({ ...series.start, wall }, start.zone) + moved }
}

function inZone(times: IcsTime[], { zone }: IcsTime): number[] {
  return times.map((time) => wallIn(time, zone))
}

function dayOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10)
}
