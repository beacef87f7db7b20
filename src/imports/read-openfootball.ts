import { utcToLocal } from '../time/zone.ts'
import type { Sheet } from './table.ts'

/** A match of openfootball's JSON (github.com/openfootball/football.json). Files of the wild lack any of it. */
interface Match {
  round?: unknown
  /** Number in the tournament. */
  num?: unknown
  /** YYYY-MM-DD. */
  date?: unknown
  /** `20:30`, of the league's zone; or `13:00 UTC-6`. */
  time?: unknown
  team1?: unknown
  team2?: unknown
  /** Goals at half time, full time, after extra time and of the penalty shoot-out, each as `[home, away]`. */
  score?: unknown
  group?: unknown
  ground?: unknown
}

const HEADINGS = [
  'reference',
  'startDate',
  'startTime',
  'home',
  'away',
  'competition',
  'round',
  'location',
  'details',
]

/** True for a text that can only be JSON. */
export function isJson(start: string): boolean {
  return /^[{[]/.test(start) && !/^\{\\rtf/.test(start)
}

/** Reads the matches as a table, for `readTable`. Times with an offset from UTC become those of `timezone`. */
export function readOpenFootball(text: string, timezone: string): Sheet | { fault: string } {
  const file = parsed(text)
  if (file === undefined) return { fault: 'The file is JSON that is cut off or damaged' }
  const { name, matches } = file as { name?: unknown; matches?: unknown }
  if (!Array.isArray(matches))
    return { fault: 'The file is JSON, but has no list of matches as those of openfootball have' }
  const rows = (matches as unknown[]).map((match, index) => ({
    // Line 1 has the headings. JSON has no lines that mean something to people.
    line: index + 2,
    cells: cellsOf(isRecord(match) ? match : {}, textOf(name), timezone),
  }))
  return { name: '', separated: false, rows: [{ line: 1, cells: HEADINGS }, ...rows] }
}

function cellsOf(match: Match, competition: string, timezone: string): string[] {
  const { date, time } = localTime(textOf(match.date), textOf(match.time), timezone)
  const [home, away] = [textOf(match.team1), textOf(match.team2)]
  const [round, group] = [textOf(match.round), textOf(match.group)]
  const where = textOf(match.ground)
  const result = scoreOf(match.score)
  return [
    referenceOf(match, group || round, home, away),
    date,
    time,
    home,
    away,
    competition,
    round,
    where,
    result,
  ]
}

/**
 * A match keeps its reference when it moves. In groups the round is a day, and moves along: two teams meet once there.
 * In knock-out rounds the teams are named late, and the number stays.
 */
function referenceOf({ num }: Match, stage: string, home: string, away: string): string {
  return Number.isInteger(num) ? `match/${String(num)}` : [stage, home, away].join('/')
}

function localTime(date: string, text: string, timezone: string): { date: string; time: string } {
  const [, time, sign, hours, minutes = '0'] =
    /^(\d{1,2}:\d{2})\s+UTC([+-])(\d{1,2})(?::(\d{2}))?$/.exec(text) ?? []
  const local = Date.parse(`${date}T${(time ?? '').padStart(5, '0')}Z`)
  if (!time || Number.isNaN(local)) return { date, time: text }
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  const here = new Date(utcToLocal(timezone, local - offset)).toISOString()
  return { date: here.slice(0, 10), time: here.slice(11, 16) }
}

/** The result as people write it: `2–3 (0–2)`. Empty before the match. */
function scoreOf(score: unknown): string {
  if (!isRecord(score)) return ''
  const goals = (part: unknown) =>
    Array.isArray(part) && part.length === 2 ? part.map(textOf).join('–') : ''
  const [end, half] = [goals(score.p) || goals(score.et) || goals(score.ft), goals(score.ht)]
  return end && half ? `${end} (${half})` : end
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}
