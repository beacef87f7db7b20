import { useEffect, useMemo, useState } from 'preact/hooks'
import { inSeconds } from '../shared/dates.ts'
import { say, words } from '../shared/page.ts'

/** A second in milliseconds. */
const SECOND = 1000
/** Many pages that were refused together must not come back together. */
const MAX_SPREAD_SECONDS = 10

interface TryingAgainProps {
  /** Until the service accepts requests again. */
  seconds: number
  onAgain: () => void
}

/** Says when the page tries again by itself, and does. */
export function TryingAgain({ seconds, onAgain }: TryingAgainProps) {
  const wait = useMemo(
    () => Math.ceil(seconds + Math.random() * Math.min(MAX_SPREAD_SECONDS, seconds / 2)),
    [seconds],
  )
  const [left, setLeft] = useState(wait)
  useEffect(() => {
    const counting = setInterval(() => setLeft((before) => Math.max(1, before - 1)), SECOND)
    // Browsers slow intervals of hidden pages down, so the count is not what decides.
    const waiting = setTimeout(onAgain, wait * SECOND)
    return () => {
      clearInterval(counting)
      clearTimeout(waiting)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  const text = (count: number) => say(words.common.tryingAgain, { when: inSeconds(count) })
  return (
    <>
      {/* Screen readers hear it once, not every second. */}
      <p class="hidden">{text(wait)}</p>
      <p aria-hidden="true">{text(left)}</p>
    </>
  )
}
