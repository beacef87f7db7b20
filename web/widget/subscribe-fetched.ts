import { useEffect, useState } from 'preact/hooks'
import type { Fetched } from '../../src/http/widget/answers.ts'
import { getJson } from '../shared/api.ts'

/** Seconds between questions: soon at first, and slower. Two minutes in all. */
const WAITS = [2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 10, 10, 10, 10, 10, 10, 10, 10, 10]

/**
 * `waiting`: no application is known to have fetched the feed. `late`: neither after two minutes, and the page asks no
 * more. Otherwise the name of the application, in English.
 */
export type FirstFetch = 'waiting' | 'late' | { application: string }

/**
 * Asks the service whether an application has fetched the feed of a new link, until it has. A page that is hidden,
 * behind the application, does not ask; it does as soon as it is seen again. `path`: of the manage link; undefined asks
 * nothing.
 */
export function useFirstFetch(path: string | undefined): FirstFetch {
  const [state, setState] = useState<FirstFetch>('waiting')
  useEffect(() => {
    if (path === undefined) return
    let ended = false
    const ask = async () => {
      for (const seconds of WAITS) {
        await sleep(seconds * 1000)
        await seen()
        if (ended) return
        const answer = await getJson<Fetched>(`${path}/fetched`)
        if (ended) return
        if (answer.ok && answer.value.application !== null)
          return setState({ application: answer.value.application })
        if (!answer.ok && answer.problem.kind === 'gone') break
      }
      setState('late')
    }
    void ask()
    return () => void (ended = true)
  }, [path])
  return state
}

function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

/** Resolves as soon as the page is visible. */
function seen(): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((done) => {
    const look = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', look)
      done()
    }
    document.addEventListener('visibilitychange', look)
  })
}
