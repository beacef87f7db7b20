import './host.css'
import { type Message, readParams, tellParent } from './parent.ts'

export interface Host {
  /** The query and the fragment of the page's address; on the server there is no fragment. */
  address: { search: string; hash: string }
  /** True if the embed script shows this page in a frame. */
  embedded: boolean
  /**
   * The parameters from the host page or the link: the query, overridden by the fragment, which browsers
   * don't send. `calendarIds` and `calendar_reference` are joined by commas; `custom_fields` and `state` are
   * JSON.
   */
  params: URLSearchParams
  /** Tells the host page to show this page instead of the loading sign. */
  ready(): void
  /** Asks the host page to close the dialog. */
  close(): void
  /** Reports that somebody has subscribed. */
  done(): void
  /** Reports the height that an event list needs, in CSS pixels. */
  height(height: number): void
  /** Asks the host page to open the dialog with these calendars. */
  subscribe(calendarIds: string[]): void
}

/** The connection to the host page. A page that is not embedded posts no messages. */
export function connectHost(): Host {
  const address = { search: location.search, hash: location.hash }
  const params = readParams(address.search, address.hash)
  const embedded = window.parent !== window && params.get('embed') === '1'
  const tell = (message: Message) => tellParent(params.get('origin'), message)
  if (embedded) {
    document.documentElement.classList.add('in-frame')
    addEventListener('keydown', (event) => {
      // Keys pressed in a frame don't reach the dialog around it.
      if (event.key === 'Escape' && !event.defaultPrevented) tell({ type: 'close' })
    })
  }
  return {
    address,
    embedded,
    params,
    ready: () => tell({ type: 'ready' }),
    close: () => tell({ type: 'close' }),
    done: () => tell({ type: 'done' }),
    height: (height) => tell({ type: 'height', height }),
    subscribe: (calendarIds) => tell({ type: 'subscribe', calendarIds }),
  }
}

/** The host page as the server knows it while it renders: nobody can be told anything yet. */
export function unconnectedHost(search: string): Host {
  const params = readParams(search, '')
  const nobody = () => {}
  return {
    address: { search, hash: '' },
    embedded: params.get('embed') === '1',
    params,
    ready: nobody,
    close: nobody,
    done: nobody,
    height: nobody,
    subscribe: nobody,
  }
}
