import type { Statistic, StatisticName } from './statistic.ts'

const PREFIX = 'lag:'
/** Upper bounds in minutes. */
const BOUNDS = [5, 15, 30, 60, 120, 240, 480, 720, 1440, 2880, 4320, 10_080, 20_160]

/** How long changes took until an application fetched them, as counts up to each bound. */
export interface Lags {
  application: string
  /** The bounds in minutes, ascending, with the fetches that took no longer than it but longer than the one before. */
  counts: { minutes: number; count: number }[]
}

/** The name under which a fetch by an application is counted, `ms` after the change; undefined beyond two weeks. */
export function lagOf(application: string, ms: number): StatisticName | undefined {
  const bound = BOUNDS.find((minutes) => ms <= minutes * 60_000)
  return bound === undefined ? undefined : `${PREFIX}${bound}:${application}`
}

/** Adds up the lags in statistics by application. */
export function lagsIn(statistics: Statistic[]): Lags[] {
  const applications = new Map<string, Map<number, number>>()
  for (const { name, value } of statistics) {
    const [, minutes, application] = /^lag:(\d+):(.*)$/s.exec(name) ?? []
    if (application === undefined) continue
    const counts = applications.get(application) ?? new Map<number, number>()
    applications.set(application, counts)
    counts.set(Number(minutes), (counts.get(Number(minutes)) ?? 0) + value)
  }
  return [...applications].map(([application, counts]) => ({
    application,
    counts: [...counts].map(([minutes, count]) => ({ minutes, count })).sort((a, b) => a.minutes - b.minutes),
  }))
}

/** The minutes within which this share (0 to 1) of the fetches came, evenly spread between two bounds. */
export function quantile({ counts }: Lags, share: number): number {
  const wanted = share * counts.reduce((sum, { count }) => sum + count, 0)
  let before = 0
  for (const { minutes, count } of counts) {
    if (before + count >= wanted) {
      const from = BOUNDS[BOUNDS.indexOf(minutes) - 1] ?? 0
      return from + ((minutes - from) * (wanted - before)) / count
    }
    before += count
  }
  return counts.at(-1)?.minutes ?? 0
}

/** The share (0 to 1) of the fetches that came within some minutes. */
export function shareWithin({ counts }: Lags, minutes: number): number {
  let within = 0
  let all = 0
  for (const { minutes: to, count } of counts) {
    const from = BOUNDS[BOUNDS.indexOf(to) - 1] ?? 0
    within += count * Math.min(1, Math.max(0, (minutes - from) / (to - from)))
    all += count
  }
  return all === 0 ? 0 : within / all
}
