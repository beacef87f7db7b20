import { type Lags, shareWithin } from '../statistics/lag.ts'
import type { Reach } from './reach.ts'
import type { CountedReach } from './reach-store.ts'

const MINUTE_MS = 60_000
/** An application with fewer fetches is not known. */
const KNOWN_BY = 10
/** Minutes of the longest estimate: two weeks. */
const LONGEST = 20_160

/** The minutes after which half of the active people had a change; undefined: not yet. */
export function halfAfter(curve: CountedReach[], at: number): number | undefined {
  const half = curve.find(({ active, reached }) => active > 0 && reached * 2 >= active)
  return half && Math.round((half.countedAt - at) / MINUTE_MS)
}

/**
 * Estimates after how many minutes a share (0 to 1) of the readers will have a change that is `age` minutes old,
 * from what their applications took before. Undefined if they have it already, or too little is known.
 */
export function estimateReach(
  { applications }: Reach,
  lags: Lags[],
  share: number,
  age: number,
): number | undefined {
  const readers = applications.reduce((sum, { active }) => sum + active, 0)
  const have = applications.reduce((sum, { reached }) => sum + reached, 0)
  if (readers === 0 || have >= share * readers) return undefined
  const known = new Map(
    lags
      .filter(({ counts }) => counts.reduce((sum, { count }) => sum + count, 0) >= KNOWN_BY)
      .map((lag) => [lag.application, lag]),
  )
  /** Assumes that those who wait now come as those did in the past who had waited as long. */
  const expected = (minutes: number) =>
    applications.reduce((sum, { name, active, reached }) => {
      const lag = known.get(name)
      const [now, then] = lag ? [shareWithin(lag, age), shareWithin(lag, minutes)] : [0, 0]
      return sum + reached + (now < 1 ? ((active - reached) * (then - now)) / (1 - now) : 0)
    }, 0)
  if (expected(LONGEST) < share * readers) return undefined
  let [early, late] = [age, LONGEST]
  while (late - early > 1) {
    const middle = (early + late) / 2
    if (expected(middle) >= share * readers) late = middle
    else early = middle
  }
  return Math.ceil(late)
}
