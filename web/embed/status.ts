import type { ButtonColors } from '../shared/parent.ts'
import { createFrame, listenTo, pageOrigin, TIMEOUT_MS } from './frames.ts'
import { toFragment } from './parameters.ts'

export interface Status {
  ok: boolean
  /** Why the widget does not work. */
  reason?: string
  widgetType?: string
  colors?: ButtonColors
  /** There was no response, so asking again may help. */
  noResponse?: boolean
}

/** The longest wait for the host page to load: our frame would delay its load event. */
const LOAD_WAIT_MS = 2000

/**
 * Asks whether a widget works, through a hidden frame with a page of the service: the host page's CSP may
 * allow scripts and frames of the service, but not fetch.
 */
export function askStatus(
  service: string,
  widgetId: string,
  apiKey: string,
  signal: AbortSignal,
): Promise<Status> {
  if (!/^[0-9a-f]{24}$/.test(widgetId)) {
    return Promise.resolve({ ok: false, reason: 'this is no id of a widget' })
  }
  return new Promise((resolve) => {
    const frame = createFrame('', { display: 'none' })
    frame.setAttribute('aria-hidden', 'true')
    frame.src = `${service}/w/${widgetId}/status#${toFragment({ origin: pageOrigin, apiKey })}`
    const stopListening = listenTo(frame, service, (message) => {
      if (message.type === 'status') end(message)
    })
    const leave = () => end({ ok: false, noResponse: true })
    signal.addEventListener('abort', leave)
    let timer: ReturnType<typeof setTimeout>
    const stopWaiting = onceLoaded(() => {
      timer = setTimeout(
        () => end({ ok: false, reason: noResponseReason(service), noResponse: true }),
        TIMEOUT_MS,
      )
      document.body.append(frame)
    })
    const end = (status: Status) => {
      stopListening()
      stopWaiting()
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      frame.remove()
      resolve(status)
    }
  })
}

function noResponseReason(service: string): string {
  return `${service} did not answer, or may not be in a frame of this page`
}

/** Calls `call` when the page has loaded, or after LOAD_WAIT_MS. Returns a function to stop waiting. */
function onceLoaded(call: () => void): () => void {
  if (document.readyState === 'complete') {
    call()
    return () => {}
  }
  const go = () => {
    stop()
    call()
  }
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('load', go)
  }
  const timer = setTimeout(go, LOAD_WAIT_MS)
  addEventListener('load', go)
  return stop
}
