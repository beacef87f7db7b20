import { useEffect, useState } from 'react'
import type { Params } from '../kit/api.ts'
import { type List, useList } from '../kit/data.ts'

/** Rows the list shows at once, and then with each "show more". */
const PAGE = 50

/**
 * A list whose pages may come short, because the service looks through so many at a time: it asks on until a
 * page is full, or `stop`. `looking`: it is asking on by itself.
 */
export function useFilledList<Row>(path: string, params: Params) {
  const list = useList<Row>(path, { ...params, limit: PAGE })
  const asked = JSON.stringify(params)
  const [goal, setGoal] = useState({ asked, rows: PAGE })
  if (goal.asked !== asked) setGoal({ asked, rows: PAGE })
  const { rows, hasNextPage, isFetching, isPlaceholderData, error } = list
  const looking = hasNextPage && !isPlaceholderData && !error && rows.length < goal.rows
  const { fetchNextPage } = list
  useEffect(() => {
    if (looking && !isFetching) void fetchNextPage()
  }, [looking, isFetching, fetchNextPage])
  const more: typeof fetchNextPage = (options) => {
    setGoal({ asked, rows: rows.length + PAGE })
    return fetchNextPage(options)
  }
  const filled: List<Row> = { ...list, fetchNextPage: more }
  return { list: filled, looking, stop: () => setGoal({ asked, rows: 0 }) }
}
