import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import ICAL from 'ical.js'
import { Frequency, RRule, Weekday } from 'rrule-es'
import { readRule, type Rule } from '../../src/series/rule.ts'
import { ruleDates } from '../../src/time/rule-dates.ts'
import { localToUtc, utcToLocal } from '../../src/time/zone.ts'
import type { RuleCase } from './random-rules.ts'

/** Dates of a rule that are compared. */
export const MOST = 200
/** rrule-es takes 2 ms for each date. */
export const MOST_OF_RRULE_ES = 60
const YEARS = 12
/** Steps of ical.js: for some rules its iterator never ends. */
const MAX_STEPS = 20_000

/** The dates of a rule as a library gives them, local times; null: it fails, or refuses the rule. */
export type Dates = string[] | null

/** The libraries that each rule is compared with. Those of Python are missing on some machines. */
export type Oracle = 'rrule-es' | 'ical.js' | 'dateutil' | 'libical'

/**
 * The last local time up to which a rule is expanded. It is none that a rule gives: programs differ in whether UNTIL is
 * inclusive where a zone comes into it.
 */
export function endOf({ start }: RuleCase): string {
  return `${Number(start.slice(0, 4)) + YEARS}${start.slice(4, 13)}:07`
}

/** Our dates. */
export function expandHere(one: RuleCase): string[] {
  const rule = readRule(one.rule)
  if ('fault' in rule) throw new Error(`${one.rule} ${rule.fault}`)
  const count = Math.min(MOST, rule.count ?? MOST)
  return ruleDates(wallOf(one.start), rule, wallOf(endOf(one)), count).map(textOf)
}

/** The dates of rrule-es, which knows zones: instants become local times again. */
export function expandRruleEs(one: RuleCase): Dates {
  const rule = readRule(one.rule) as Rule
  try {
    const dates = new RRule(
      {
        tzid: one.zone,
        dtStart: new Date(localToUtc(one.zone, wallOf(one.start))),
        freq: Frequency[rule.freq as keyof typeof Frequency],
        interval: rule.interval,
        // With UNTIL it does not look at COUNT, so that stands below; without it, some rules never end.
        until: new Date(localToUtc(one.zone, wallOf(endOf(one)))),
        ...(rule.wkst && { wkst: Weekday[rule.wkst as keyof typeof Weekday] }),
        ...(rule.byDay && { byDay: rule.byDay.map(weekday) }),
        ...(rule.byMonth && { byMonth: rule.byMonth }),
        ...(rule.byWeekNo && { byWeekNo: rule.byWeekNo }),
        ...(rule.byYearDay && { byYearDay: rule.byYearDay }),
        ...(rule.byMonthDay && { byMonthDay: rule.byMonthDay }),
        ...(rule.byHour && { byHour: rule.byHour }),
        ...(rule.byMinute && { byMinute: rule.byMinute }),
        ...(rule.bySetPos && { bySetPos: rule.bySetPos }),
      },
      { strict: true },
    ).list({ limit: Math.min(MOST_OF_RRULE_ES, rule.count ?? MOST) })
    return [...dates].map((date) => textOf(utcToLocal(one.zone, date.getTime())))
  } catch {
    return null
  }
}

function weekday(day: string): Weekday | [number, Weekday] {
  const name = Weekday[day.slice(-2) as keyof typeof Weekday]
  return day.length > 2 ? [Number(day.slice(0, -2)), name] : name
}

/** The dates of the iterator of ical.js. */
export function expandIcalJs(one: RuleCase): Dates {
  try {
    const recur = ICAL.Recur.fromString(one.rule)
    const iterator = recur.iterator(ICAL.Time.fromDateTimeString(`${one.start}:00`))
    const found: string[] = []
    const end = endOf(one)
    for (let steps = 0; found.length < MOST; steps++) {
      const next = iterator.next() as ICAL.Time | null
      if (!next || steps > MAX_STEPS) break
      const text = next.toString().slice(0, 16)
      if (text > end) break
      found.push(text)
    }
    return found
  } catch {
    return null
  }
}

/** Asks Python for the dates of dateutil and libical; undefined without Python. `versions`: null for what is missing. */
export async function* expandInPython(
  cases: RuleCase[],
): AsyncGenerator<{ dateutil: Dates; libical: Dates }, void> {
  const python = spawn('python3', [path.join(import.meta.dirname, 'oracles.py'), String(MOST)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const failed = new Promise<never>((_, reject) => python.once('error', reject))
  failed.catch(() => {})
  for (const one of cases) python.stdin.write(`${JSON.stringify({ ...one, end: endOf(one) })}\n`)
  python.stdin.end()
  python.stdin.on('error', () => {})
  try {
    for await (const line of createInterface(python.stdout))
      yield JSON.parse(line) as { dateutil: Dates; libical: Dates }
  } finally {
    python.kill()
  }
}

function wallOf(text: string): number {
  return Date.parse(`${text}Z`)
}

function textOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 16)
}
