import { type Club } from './league.ts'
import { pick, type Random, sample } from './random.ts'

const DAY_MS = 86_400_000
/**
 * Longer than any time between two clock changes, so that a season always has kick-offs on both sides of one.
 */
const SEASON_WEEKS = 40
const MATCH_MINUTES = 105
/** Every fifth round is played on a Tuesday evening. */
const MIDWEEK_EVERY = 5
/** The last rounds are drafts: their dates are still to be confirmed. */
const DRAFT_ROUNDS = 2

/** `day`: Monday is 0. */
const WEEKEND_KICK_OFFS = [
  { day: 5, time: '15:00' },
  { day: 5, time: '15:00' },
  { day: 5, time: '15:00' },
  { day: 5, time: '12:30' },
  { day: 6, time: '14:00' },
]
const MIDWEEK_KICK_OFF = { day: 1, time: '19:45' }

export interface Match {
  /** From 1. */
  round: number
  home: Club
  away: Club
  date: string
  time: string
  endTime: string
  draft: boolean
}

/** Each club against each other at home and away, half before `today` (YYYY-MM-DD) and half after. */
export function planSeason(clubs: readonly Club[], today: string, random: Random): Match[] {
  const firstHalf = singleRoundRobin(sample(random, clubs))
  const rounds = [
    ...firstHalf,
    ...firstHalf.map((round) => round.map(([home, away]) => [away, home] as const)),
  ]
  const monday = mondayOf(today)
  return rounds.flatMap((pairs, index) => {
    const week = Math.round((index * SEASON_WEEKS) / (rounds.length - 1)) - SEASON_WEEKS / 2
    const isMidweek = index % MIDWEEK_EVERY === MIDWEEK_EVERY - 1
    return pairs.map(([home, away]) => {
      const { day, time } = isMidweek ? MIDWEEK_KICK_OFF : pick(random, WEEKEND_KICK_OFFS)
      return {
        round: index + 1,
        home,
        away,
        date: addDays(monday, week * 7 + day),
        time,
        endTime: addMinutes(time, MATCH_MINUTES),
        draft: index >= rounds.length - DRAFT_ROUNDS,
      }
    })
  })
}

/** The circle method: one club stays, the others move by one position each round. */
function singleRoundRobin(clubs: readonly Club[]): (readonly [Club, Club])[][] {
  const [fixed, ...moving] = clubs as [Club, ...Club[]]
  return moving.map((_, round) => {
    const circle = [fixed, ...moving.slice(round), ...moving.slice(0, round)]
    return circle.slice(0, circle.length / 2).map((club, place) => {
      const other = circle[circle.length - 1 - place]!
      return (round + place) % 2 === 0 ? ([club, other] as const) : ([other, club] as const)
    })
  })
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

function mondayOf(date: string): string {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7))
}

/** The result must be on the same day. */
function addMinutes(time: string, minutes: number): string {
  const total = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + minutes
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}
