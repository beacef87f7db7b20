import { createFrame, listenTo, pageOrigin, PATIENCE_MS } from './frames.ts'
import { toFragment } from './parameters.ts'

export interface Status {
  ok: boolean
  /** Why it does not work. */
  reason?: string
  widgetType?: string
  /** Nothing is known: asking again may help. */
  silent?: boolean
}

/** How long a page that is still loading goes first: a frame of ours would hold up its load event. */
const COURTESY_MS = 2000

/**
 * Asks whether a widget works. A page of the service asks in a frame that nobody sees: the CSP of the page here
 * may let it load scripts and frames of the service, yet not fetch from it.
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
    const leave = () => end({ ok: false, silent: true })
    signal.addEventListener('abort', leave)
    let timer: ReturnType<typeof setTimeout>
    const stopWaiting = onceLoaded(() => {
      timer = setTimeout(() => end({ ok: false, reason: silence(service), silent: true }), PATIENCE_MS)
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

function silence(service: string): string {
  return `${service} did not answer, or may not be in a frame of this page`
}

/** Calls when the page has loaded, or has had time enough for it. Answers how to stop. */
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
  const timer = setTimeout(go, COURTESY_MS)
  addEventListener('load', go)
  return stop
}
