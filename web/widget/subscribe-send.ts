import { useRef, useState } from 'preact/hooks'
import type { SubscriberLinks } from '../../src/http/widget/answers.ts'
import { type Answer, postJson, type Problem } from '../shared/api.ts'
import { type Application, APPLICATION_NAMES } from '../shared/applications.ts'
import { sendAdmitted } from './subscribe-admission.ts'

export interface Sending {
  /** The application whose request is running. */
  busy: Application | undefined
  /** The links of the new subscription; undefined before. */
  links: SubscriberLinks | undefined
  problem: Problem | undefined
  /** True if the publisher vouched for the address, so that no mail asks to confirm it. */
  vouched: boolean
  /** Returns undefined if a request is already running. */
  send: (application: Application, body: object) => Promise<{ links: SubscriberLinks } | Problem | undefined>
  forget: () => void
}

export type Post = (
  path: string,
  body: object,
  headers?: Record<string, string>,
) => Promise<Answer<SubscriberLinks>>

/**
 * Subscribes once, however often the button is pressed. Choosing another application later does not subscribe
 * again, unless something else has changed too. `ticket`: what the publisher vouches with. `post` sends the
 * request.
 */
export function useSending(widgetId: string, ticket?: string, post: Post = postJson): Sending {
  const [busy, setBusy] = useState<Application>()
  const [links, setLinks] = useState<SubscriberLinks>()
  const [problem, setProblem] = useState<Problem>()
  const isSending = useRef(false)
  const sent = useRef<string>(undefined)
  const key = useRef(randomText())
  const vouched = useRef(false)

  const send: Sending['send'] = async (application, body) => {
    if (isSending.current) return undefined
    const content = JSON.stringify(body)
    if (links && sent.current === content) return { links }
    isSending.current = true
    setBusy(application)
    setProblem(undefined)
    const request = { ...body, application: APPLICATION_NAMES[application] }
    const headers = { 'idempotency-key': key.current }
    const answer = await sendAdmitted((extras) => {
      vouched.current = extras.ticket !== undefined
      return post(`/w/${widgetId}/subscribe`, { ...request, ...extras }, headers)
    }, ticket)
    isSending.current = false
    setBusy(undefined)
    if (!answer.ok) {
      setProblem(answer.problem)
      return answer.problem
    }
    sent.current = content
    setLinks(answer.value)
    return { links: answer.value }
  }
  return { busy, links, problem, vouched: vouched.current, send, forget: () => setProblem(undefined) }
}

/** 32 hex characters. `randomUUID` exists only over https. */
function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
