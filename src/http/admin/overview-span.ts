import type { Static } from 'typebox'
import { invalid } from '../../errors.ts'
import { lengthOf, type Span } from '../../statistics/period.ts'
import { addDays, isDay } from '../../time/day.ts'
import type { OverviewQuery } from './overview-schemas.ts'

const USUAL_DAYS = 30
const MOST_DAYS = 366
/** With as many days before them to compare with, all are within the three years for which days are kept. */
const EARLIEST_DAYS = 729

/** Returns the days that are asked for. Throws `invalid`, with what is wrong. */
export function readSpan({ days, from, to }: Static<typeof OverviewQuery>, today: string): Span {
  if (from === undefined) {
    if (to !== undefined) throw invalid({ from: 'Parameter from is missing: to needs it' })
    return { from: addDays(today, 1 - Number(days ?? USUAL_DAYS)), to: today }
  }
  if (days !== undefined) throw invalid({ days: 'Parameter days is not taken together with from' })
  const span = { from, to: to ?? today }
  for (const name of ['from', 'to'] as const)
    if (!isDay(span[name])) throw invalid({ [name]: `Parameter ${name} must be a date that there is` })
  const earliest = addDays(today, -EARLIEST_DAYS)
  if (from < earliest) throw invalid({ from: `Parameter from must be ${earliest} or later` })
  if (span.to > today) throw invalid({ to: `Parameter to must be ${today} or earlier` })
  if (span.to < from) throw invalid({ to: 'Parameter to must not be before from' })
  if (lengthOf(span) > MOST_DAYS)
    throw invalid({ to: `Parameter to must be at most ${MOST_DAYS} days from from on` })
  return span
}
