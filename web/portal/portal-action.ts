import { useRef, useState } from 'preact/hooks'
import { type Answer, postJson, type Problem } from '../shared/api.ts'
import { words } from '../shared/page.ts'
import { problemText } from '../shared/problem-text.ts'

export interface Action<T> {
  busy: boolean
  problem: Problem | undefined
  /** Undefined where it failed, or is under way already. */
  run: (body?: unknown) => Promise<T | undefined>
}

/** Something the portal asks of the service, once however often it is pressed. */
export function useAction<T>(path: string): Action<T> {
  const [state, setState] = useState<{ busy: boolean; problem?: Problem }>({ busy: false })
  const asking = useRef(false)
  const run = async (body?: unknown) => {
    if (asking.current) return undefined
    asking.current = true
    setState({ busy: true })
    const answer: Answer<T> = await postJson(path, body)
    asking.current = false
    setState({ busy: false, ...(!answer.ok && { problem: answer.problem }) })
    return answer.ok ? answer.value : undefined
  }
  return { busy: state.busy, problem: state.problem, run }
}

/** What went wrong, as this page says it. */
export function portalProblemText(problem: Problem): string {
  if (problem.kind === 'gone') return words.portal.stopped
  if (problem.kind === 'fields') return words.portal.offerChanged
  return problemText(problem)
}

/** Whether only a fresh page helps. */
export function needsReload({ kind }: Problem): boolean {
  return kind === 'gone' || kind === 'fields'
}
