import { useEffect, useRef, useState } from 'preact/hooks'
import type { UpcomingEvent, UpcomingEvents } from '../../src/http/widget/answers.ts'
import { getJson, type Problem } from '../shared/api.ts'

/** A list of events that loads more on demand. */
export interface Upcoming {
  events: UpcomingEvent[]
  /** The place after which there are more events; false: that was all. */
  next: string | false
  busy: boolean
  problem: Problem | undefined
  /** The index of the first event of the last load; 0 if all came with the page. */
  firstNew: number
  load: () => Promise<void>
}

/**
 * The least loading time, so that the second click of a double
 * click does not hit a new row under the pointer.
 */
const DOUBLE_CLICK_MS = 400

/**
 * The events that came with the page, and then the following ones from `path`. `stale`: the events of the
 * page don't match the filter, so they are loaded again.
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
  // A ref, because state only changes at the next render, which comes after a double click.
  const isLoading = useRef(false)

  const load = async () => {
    if (isLoading.current || list.next === false) return
    isLoading.current = true
    setState({ busy: true })
    const request = getJson<UpcomingEvents>(withParameter(path, 'after', list.next))
    const [answer] = await Promise.all([request, pause(DOUBLE_CLICK_MS)])
    isLoading.current = false
    if (!answer.ok) return setState({ busy: false, problem: answer.problem })
    setState({ busy: false })
    setFirstNew(list.events.length)
    setList({ events: withoutRepeats([...list.events, ...answer.value.data]), next: answer.value.next })
  }
  useEffect(() => {
    if (stale) void load()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only once, to replace the list of the page
  }, [])
  return {
    events: list.events,
    next: list.next,
    firstNew,
    load,
    busy: state.busy,
    problem: state.problem,
  }
}

/** An event that moves to a later time between two requests is in both pages. */
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
