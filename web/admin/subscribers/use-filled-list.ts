import { useEffect, useState } from 'react'
import type { Params } from '../kit/api.ts'
import { type List, useList } from '../kit/data.ts'

/** The number of rows to show at first, and to add with each "show more". */
const PAGE_SIZE = 50

/**
 * A list whose pages may be short, because the service searches a limited number of rows for each. It keeps
 * reading until a page is full, or until `stop`. `searching`: true while it reads on by itself.
 */
export function useFilledList<Row>(path: string, params: Params) {
  const list = useList<Row>(path, { ...params, limit: PAGE_SIZE })
  const asked = JSON.stringify(params)
  const [goal, setGoal] = useState({ asked, rows: PAGE_SIZE })
  if (goal.asked !== asked) setGoal({ asked, rows: PAGE_SIZE })
  const { rows, hasNextPage, isFetching, isPlaceholderData, error } = list
  const searching = hasNextPage && !isPlaceholderData && !error && rows.length < goal.rows
  const { fetchNextPage } = list
  useEffect(() => {
    if (searching && !isFetching) void fetchNextPage()
  }, [searching, isFetching, fetchNextPage])
  const more: typeof fetchNextPage = (options) => {
    setGoal({ asked, rows: rows.length + PAGE_SIZE })
    return fetchNextPage(options)
  }
  const filled: List<Row> = { ...list, fetchNextPage: more }
  return { list: filled, searching, stop: () => setGoal({ asked, rows: 0 }) }
}
