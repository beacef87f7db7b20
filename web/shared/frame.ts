import './frame.css'
import { type Message, readParams, tellParent } from './parent.ts'

export interface Frame {
  /** Whether the embed script shows this page in its dialog or in the page. */
  embedded: boolean
  /**
   * What the page around, or the link, passes: the query, and over it the fragment, which no server sees.
   * `calendarIds` and `calendar_reference` are joined by commas; `custom_fields` and `state` are JSON.
   */
  params: URLSearchParams
  /** There is something to see: ends the sign of waiting. */
  ready(): void
  /** Closes the dialog. */
  close(): void
  /** Somebody has subscribed. */
  done(): void
  /** The height that an event list needs, in CSS pixels. */
  height(height: number): void
  /** Opens the dialog with these calendars. */
  subscribe(calendarIds: string[]): void
}

/** The page around this one. A page that is not embedded tells nobody anything. */
export function frame(): Frame {
  const params = readParams(location.search, location.hash)
  const embedded = window.parent !== window && params.get('embed') === '1'
  const tell = (message: Message) => tellParent(params.get('origin'), message)
  if (embedded) {
    document.documentElement.classList.add('in-frame')
    addEventListener('keydown', (event) => {
      // Keys pressed in here never reach the dialog around.
      if (event.key === 'Escape' && !event.defaultPrevented) tell({ type: 'close' })
    })
  }
  return {
    embedded,
    params,
    ready: () => tell({ type: 'ready' }),
    close: () => tell({ type: 'close' }),
    done: () => tell({ type: 'done' }),
    height: (height) => tell({ type: 'height', height }),
    subscribe: (calendarIds) => tell({ type: 'subscribe', calendarIds }),
  }
}
