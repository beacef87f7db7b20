import { useRef, useState } from 'preact/hooks'
import type { SubscriberLinks } from '../../src/http/widget/answers.ts'
import { type Answer, postJson, type Problem } from '../shared/api.ts'
import { type Application, APPLICATION_NAMES } from '../shared/applications.ts'

export interface Sending {
  /** The application that is being waited for. */
  busy: Application | undefined
  /** There once the person is subscribed. */
  links: SubscriberLinks | undefined
  problem: Problem | undefined
  /** Undefined: one is under way already. */
  send: (application: Application, body: object) => Promise<{ links: SubscriberLinks } | Problem | undefined>
  forget: () => void
}

export type Post = (path: string, body: object) => Promise<Answer<SubscriberLinks>>

/**
 * Subscribes: once, however often it is pressed. Who comes back and takes another application is not subscribed
 * again, unless something else was changed too. `post` is what reaches the service.
 */
export function useSending(widgetId: string, post: Post = postJson): Sending {
  const [busy, setBusy] = useState<Application>()
  const [links, setLinks] = useState<SubscriberLinks>()
  const [problem, setProblem] = useState<Problem>()
  const underWay = useRef(false)
  const sent = useRef<string>(undefined)

  const send: Sending['send'] = async (application, body) => {
    if (underWay.current) return undefined
    const content = JSON.stringify(body)
    if (links && sent.current === content) return { links }
    underWay.current = true
    setBusy(application)
    setProblem(undefined)
    const request = { ...body, application: APPLICATION_NAMES[application] }
    const answer = await post(`/w/${widgetId}/subscribe`, request)
    underWay.current = false
    setBusy(undefined)
    if (!answer.ok) {
      setProblem(answer.problem)
      return answer.problem
    }
    sent.current = content
    setLinks(answer.value)
    return { links: answer.value }
  }
  return { busy, links, problem, send, forget: () => setProblem(undefined) }
}
