/** What is counted by day. Reads are counted by the name of the application: `reads:Google Calendar`. */
export type FigureName = 'joined' | 'left' | 'clicks' | `reads:${string}`

/** What was counted under one name on one day. */
export interface Figure {
  name: FigureName
  /** YYYY-MM-DD, UTC. */
  day: string
  value: number
}

const READS = 'reads:'
const DAY_MS = 86_400_000

export function readsOf(application: string): FigureName {
  return `${READS}${application}`
}

/** The application whose reads a figure counts; undefined where it counts something else. */
export function applicationRead(name: FigureName): string | undefined {
  return name.startsWith(READS) ? name.slice(READS.length) : undefined
}

/** The day of an instant (epoch ms), as figures know days: YYYY-MM-DD, UTC. */
export function figureDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** So many days up to and with that of `now`, the first one first. */
export function lastDays(now: number, days: number): string[] {
  return Array.from({ length: days }, (_, index) => figureDay(now - (days - 1 - index) * DAY_MS))
}
