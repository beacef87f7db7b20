import { hide, isLink, makeButton, show, type Undo } from './element.ts'
import { showEventList } from './event-list.ts'
import type { Look } from './look.ts'
import { dressButton } from './ready-button.ts'
import { keyOf } from './script.ts'
import { askStatus, type Status } from './status.ts'

const SELECTOR = '.svc-sync-widget-button[data-svc-widget-id]'

export interface PlacementOptions {
  /** The origin of the service. */
  service: string
  /** Opens the dialog of an element. `calendarIds` replace those of the element. */
  press: (element: HTMLElement, calendarIds?: string[]) => void
  /** The language and scheme of an element. */
  look: (element: HTMLElement) => Look
  /** The URL and look of the event list in an element. */
  list: (element: HTMLElement) => { url: string; look: Look }
}

/** The elements of the page that open a widget or show a list. */
export interface Placements {
  /** Binds elements that are new or have another widget or key, and releases removed ones. */
  update: (apiKey: string) => void
  /** True if the service has refused the widget of an element. */
  isRefused: (element: HTMLElement) => boolean
  end: () => void
}

interface Placement {
  widgetId: string
  apiKey: string
  refused: boolean
  remove: Undo
}

export function createPlacements({ service, press, look, list }: PlacementOptions): Placements {
  const placed = new Map<HTMLElement, Placement>()
  const statuses = new Map<string, Promise<Status>>()
  const ending = new AbortController()

  /** Asks once per widget and key, and again only if there was no response. */
  function ask(widgetId: string, apiKey: string): Promise<Status> {
    const key = `${widgetId} ${apiKey}`
    const earlier = statuses.get(key)
    if (earlier) return earlier
    const status = askStatus(service, widgetId, apiKey, ending.signal)
    statuses.set(key, status)
    void status.then(({ noResponse }) => noResponse && statuses.delete(key))
    return status
  }

  async function place(element: HTMLElement, widgetId: string, apiKey: string): Promise<void> {
    hide(element)
    // An element that does nothing without this script stays hidden.
    const release = () => (isLink(element) ? show(element) : hide(element))
    const placement: Placement = { widgetId, apiKey, refused: false, remove: release }
    placed.set(element, placement)
    const status = await ask(widgetId, apiKey)
    if (placed.get(element) !== placement || ending.signal.aborted) return
    if (!status.ok) {
      placement.refused = true
      console.warn(`SvcWidget: the button of widget ${widgetId} stays hidden: ${status.reason}`)
      return
    }
    const undo = bind(element, status)
    placement.remove = () => {
      undo()
      release()
    }
    show(element)
  }

  function bind(element: HTMLElement, { widgetType, colors }: Status): Undo {
    const type = element.dataset['svcWidgetType'] ?? widgetType
    // HTML forbids interactive content inside a button or a link.
    const holdsList = !(element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement)
    if (type !== 'event' || !holdsList) {
      const undress = dressButton(element, element.dataset['svcStyle'], look(element), colors)
      const release = makeButton(element, () => press(element))
      return () => {
        release()
        undress()
      }
    }
    const { url, look: looks } = list(element)
    return showEventList(element, service, url, looks, (calendarIds) => press(element, calendarIds))
  }

  return {
    update(apiKey) {
      for (const [element, { remove }] of placed) {
        if (element.isConnected && element.matches(SELECTOR)) continue
        placed.delete(element)
        remove()
      }
      for (const element of findElements()) {
        const widgetId = widgetOf(element)
        const key = keyOf(element) || apiKey
        const before = placed.get(element)
        if (before?.widgetId === widgetId && (before.apiKey === key || !before.refused)) continue
        before?.remove()
        void place(element, widgetId, key)
      }
    },
    isRefused: (element) => placed.get(element)?.refused ?? false,
    end() {
      ending.abort()
      for (const { remove } of placed.values()) remove()
    },
  }
}

export function findElements(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(SELECTOR)]
}

export function widgetOf(element: HTMLElement): string {
  return element.dataset['svcWidgetId']!.trim()
}
