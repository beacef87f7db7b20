import { useEffect, useRef, useState } from 'preact/hooks'
import type { UpcomingEvent, UpcomingEvents } from '../../src/http/widget/answers.ts'
import { getJson, type Problem } from '../shared/api.ts'

/** A list of events that grows. */
export interface Upcoming {
  events: UpcomingEvent[]
  /** Whether there are more. */
  more: boolean
  busy: boolean
  problem: Problem | undefined
  /** Where those begin that came last; 0: all came with the page. */
  firstNew: number
  load: () => Promise<void>
}

/** The second click of a double click must not hit what has come to be under the pointer meanwhile. */
const DOUBLE_CLICK_MS = 400

/**
 * The events that a page came with, and then those of `path` that follow. `stale`: what the page came with is
 * not what is asked for.
 */
export function useUpcoming(
  path: string,
  first: Pick<UpcomingEvents, 'data' | 'next'>,
  stale = false,
): Upcoming {
  const [list, setList] = useState(() =>
    stale ? { events: [], next: '' } : { events: first.data, next: first.next },
  )
  const [state, setState] = useState<{ busy: boolean; problem?: Problem }>({ busy: stale })
  const [firstNew, setFirstNew] = useState(0)
  // State is seen at the next render only; a double click comes before it.
  const asking = useRef(false)

  const load = async () => {
    if (asking.current || list.next === false) return
    asking.current = true
    setState({ busy: true })
    const asked = getJson<UpcomingEvents>(withParameter(path, 'after', list.next))
    const [answer] = await Promise.all([asked, pause(DOUBLE_CLICK_MS)])
    asking.current = false
    if (!answer.ok) return setState({ busy: false, problem: answer.problem })
    setState({ busy: false })
    setFirstNew(list.events.length)
    setList({ events: withoutRepeats([...list.events, ...answer.value.data]), next: answer.value.next })
  }
  useEffect(() => {
    if (stale) void load()
  }, [])
  return {
    events: list.events,
    more: list.next !== false,
    firstNew,
    load,
    busy: state.busy,
    problem: state.problem,
  }
}

/** An event that was moved to a later time between two pages is in both. */
function withoutRepeats(events: UpcomingEvent[]): UpcomingEvent[] {
  return [...new Map(events.map((event) => [event.id, event])).values()]
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

function withParameter(path: string, name: string, value: string): string {
  const [base, query] = path.split('?') as [string, string?]
  const params = new URLSearchParams(query)
  if (value) params.set(name, value)
  return `${base}?${params}`
}
