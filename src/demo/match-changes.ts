import type { AppContext } from '../context.ts'
import { changeEvent } from '../events/save-event.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { matchKey } from './demo-events.ts'
import type { Deed } from './recent-days.ts'
import { addDays, type Match } from './season.ts'

const DAY_MS = 86_400_000
const SATURDAY = 6

/** Changes the event of a match, which the calendars of both clubs have. */
export async function changeMatch(
  ctx: AppContext,
  publisher: Publisher,
  match: Match,
  change: Record<string, unknown>,
): Promise<void> {
  await changeEvent(ctx, publisher, matchKey(match), change)
}

/**
 * The changes of the last days, apart from the match whose seats are sold: television moves matches, a pitch is
 * flooded, a ground is being repaired.
 */
export function recentChanges(
  ctx: AppContext,
  publisher: Publisher,
  matches: Match[],
  today: number,
): Deed[] {
  const open = laterHomeMatches(matches, new Date(today).toISOString().slice(0, 10))
  const [televised, repaired, flooded, early, sunday] = open as [Match, Match, Match, Match, Match]
  const at = (daysAgo: number, match: Match, change: Record<string, unknown>): Deed => ({
    at: Math.round(today - daysAgo * DAY_MS),
    run: () => changeMatch(ctx, publisher, match, change),
  })
  const on = (date: string, startTime: string, endTime: string) => ({
    ...{ startDate: date, endDate: date, startTime, endTime },
  })
  return [
    at(4.6, televised, on(addDays(televised.date, 1), '17:30', '19:15')),
    at(3.9, repaired, { location: 'The Old Quay Ground' }),
    at(2.2, flooded, { cancelled: 1 }),
    at(1.1, flooded, { cancelled: 0, ...on(addDays(flooded.date, 3), '19:45', '21:30') }),
    at(0.6, early, on(early.date, '12:15', '14:00')),
    at(0.12, sunday, on(addDays(sunday.date, 1), '14:00', '15:45')),
  ]
}

/** Matches on Saturdays ahead, without the next home match of each club, for which people have their seats. */
function laterHomeMatches(matches: Match[], today: string): Match[] {
  const ahead = matches.filter(({ date, draft }) => date > addDays(today, 7) && !draft)
  const next = new Set(
    [
      ...Map.groupBy(
        matches.filter(({ date }) => date > today),
        ({ home }) => home,
      ).values(),
    ].map(([first]) => first),
  )
  return ahead.filter((match) => !next.has(match) && new Date(match.date).getUTCDay() === SATURDAY)
}
