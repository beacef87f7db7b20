import { useEffect, useState } from 'preact/hooks'
import type { MonthEvents } from '../../src/http/widget/answers.ts'
import { getJson, type Problem } from '../shared/api.ts'

/** The events of a month, or why they are not there. Both are undefined while they are loaded. */
interface Loaded {
  events?: MonthEvents
  problem?: Problem
  tryAgain: () => void
}

/**
 * The events of a month, which are loaded once from `path`. `first`: the month that came with the page; undefined if
 * its events don't match the filter.
 */
export function useMonth(path: string, month: string, first: MonthEvents | undefined): Loaded {
  const address = (month: string) => `${path}&month=${month}`
  const [loaded, setLoaded] = useState<Record<string, MonthEvents>>(() =>
    first ? { [address(first.month)]: first } : {},
  )
  const [failed, setFailed] = useState<{ address: string; problem: Problem }>()
  const [tries, setTries] = useState(0)
  const wanted = address(month)
  const events = loaded[wanted]
  useEffect(() => {
    if (events) return
    let left = false
    setFailed(undefined)
    void getJson<MonthEvents>(wanted).then((answer) => {
      if (answer.ok) setLoaded((before) => ({ ...before, [wanted]: answer.value }))
      else if (!left) setFailed({ address: wanted, problem: answer.problem })
    })
    return () => {
      left = true
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only for another month, or on demand
  }, [wanted, tries])
  return {
    ...(events && { events }),
    ...(failed?.address === wanted && !events && { problem: failed.problem }),
    tryAgain: () => setTries((before) => before + 1),
  }
}
