import type { Undo } from './element.ts'
import { createFrame, listenTo } from './frames.ts'
import type { Look } from './look.ts'
import { WORDS } from './words.ts'

const MAX_HEIGHT = 20_000
const STYLES = { display: 'block', width: '100%', height: '320px', border: '0' }

/** Shows the list of events in an element of the page. The frame reports its height. */
export function showEventList(
  element: HTMLElement,
  service: string,
  url: string,
  { language, scheme }: Look,
  subscribe: (calendarIds: string[]) => void,
): Undo {
  // Browsers give a frame whose colour scheme differs from its page's an opaque background.
  const styles = { ...STYLES, 'color-scheme': scheme ?? 'light dark', visibility: 'hidden' }
  const frame = createFrame(WORDS[language].events, styles)
  const stop = listenTo(frame, service, (message) => {
    if (message.type === 'height') {
      const height = Math.min(Math.max(0, Math.ceil(Number(message.height))), MAX_HEIGHT)
      if (height > 0) frame.style.setProperty('height', `${height}px`, 'important')
    }
    if (message.type === 'ready') show()
    if (message.type === 'subscribe' && Array.isArray(message.calendarIds)) subscribe(message.calendarIds)
  })
  // Hidden until its script has run: until then it has the colours of the device.
  const show = () => frame.style.setProperty('visibility', 'visible', 'important')
  frame.addEventListener('load', show, { once: true })
  frame.loading = 'lazy'
  frame.src = url
  element.append(frame)
  return () => {
    stop()
    frame.remove()
  }
}
