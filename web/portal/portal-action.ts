import { useRef, useState } from 'preact/hooks'
import { type Answer, postJson, type Problem } from '../shared/api.ts'
import { words } from '../shared/page.ts'
import { problemText } from '../shared/problem-text.ts'

export interface Action<T> {
  busy: boolean
  problem: Problem | undefined
  /** Returns undefined if it failed or is already running. */
  run: (body?: unknown) => Promise<T | undefined>
}

/** A request of the portal that runs only once at a time, however often the button is pressed. */
export function useAction<T>(path: string): Action<T> {
  const [state, setState] = useState<{ busy: boolean; problem?: Problem }>({ busy: false })
  const isRunning = useRef(false)
  const run = async (body?: unknown) => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setState({ busy: true })
    const answer: Answer<T> = await postJson(path, body)
    isRunning.current = false
    setState({ busy: false, ...(!answer.ok && { problem: answer.problem }) })
    return answer.ok ? answer.value : undefined
  }
  return { busy: state.busy, problem: state.problem, run }
}

/** The message for a problem in the portal. */
export function portalProblemText(problem: Problem): string {
  if (problem.kind === 'gone') return words.portal.stopped
  if (problem.kind === 'fields') return words.portal.offerChanged
  return problemText(problem)
}

/** True if the page must be reloaded to go on. */
export function needsReload({ kind }: Problem): boolean {
  return kind === 'gone' || kind === 'fields'
}
