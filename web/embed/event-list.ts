import type { Undo } from './element.ts'
import { createFrame, listenTo } from './frames.ts'
import { words } from './words.ts'

const HIGHEST = 20_000
const STYLES = { display: 'block', width: '100%', height: '320px', border: '0' }

/** Shows the list of events in an element of the page, as high as it says it is. */
export function showEventList(
  element: HTMLElement,
  service: string,
  url: string,
  subscribe: (calendarIds: string[]) => void,
): Undo {
  const frame = createFrame(words.events, STYLES)
  const stop = listenTo(frame, service, (message) => {
    if (message.type === 'height') {
      const height = Math.min(Math.max(0, Math.ceil(Number(message.height))), HIGHEST)
      if (height > 0) frame.style.setProperty('height', `${height}px`, 'important')
    }
    if (message.type === 'subscribe' && Array.isArray(message.calendarIds)) subscribe(message.calendarIds)
  })
  frame.loading = 'lazy'
  frame.src = url
  element.append(frame)
  return () => {
    stop()
    frame.remove()
  }
}
