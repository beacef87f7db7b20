import { canShowDialog, openDialog } from './dialog.ts'
import { pageOrigin } from './frames.ts'
import { lookAt, schemeNow } from './look.ts'
import { type Parameters, readAttributes, readParameters, toFragment } from './parameters.ts'
import {
  createPlacements,
  findElements,
  type PlacementOptions,
  type Placements,
  widgetOf,
} from './placements.ts'
import type { Script } from './script.ts'

/** The API at `window.SvcWidget`. */
export interface SvcWidget {
  /** Sets default parameters, which attributes of buttons and arguments of `show` override. */
  init(parameters?: unknown): void
  /** Sets the API key and binds the buttons. */
  boot(apiKey?: string): void
  /** Binds buttons that are new on the page. */
  initButtons(): void
  /** Opens the dialog of `widgetId`, or of the first button. */
  show(parameters?: unknown): void
  hideWidget(): void
  /** Undoes everything; `boot` starts again. */
  destroy(): void
}

export function createWidget({ origin: service, apiKey: ownKey }: Script): SvcWidget {
  let apiKey = ''
  let defaults: Parameters = {}
  let placements: Placements | undefined
  let stopStarting: (() => void) | undefined
  let closeDialog: (() => void) | undefined

  const parametersOf = (element: HTMLElement | undefined, more: Parameters): Parameters => ({
    referringPage: location.href,
    ...defaults,
    ...(element && readAttributes(element)),
    ...more,
  })

  function open(widgetId: string, parameters: Parameters, source: HTMLElement | undefined) {
    closeDialog?.()
    const page = `${service}/w/${encodeURIComponent(widgetId)}`
    const { lang, theme, view: _, ...rest } = parameters
    const { language, scheme } = lookAt(source ?? document.body, { lang, theme })
    // Fixed while the dialog is open, so that its edge and the page inside match.
    const now = schemeNow(scheme)
    const query = toFragment({ lang: language, theme: now })
    // In a new tab the page follows the device.
    const link = `${page}?lang=${language}#${toFragment(rest)}`
    if (!canShowDialog) return void window.open(link, '_blank', 'noopener')
    const close = openDialog({
      service,
      url: `${page}?embed=1&${query}#${toFragment({ ...rest, origin: pageOrigin })}`,
      language,
      scheme: now,
      link,
      opener: document.activeElement === document.body ? (source ?? null) : document.activeElement,
      onMessage(message) {
        if (message.type !== 'done') return
        const target = source?.isConnected ? source : document
        target.dispatchEvent(new CustomEvent('svc-subscribed', { bubbles: true, detail: { widgetId } }))
      },
      onClose: () => (closeDialog = undefined),
    })
    closeDialog = close
  }

  const options: PlacementOptions = {
    service,
    press(element, calendarIds) {
      open(
        widgetOf(element),
        parametersOf(element, calendarIds ? readParameters({ calendarIds }) : {}),
        element,
      )
    },
    look: (element) => lookAt(element, { ...defaults, ...readAttributes(element, ['lang', 'theme']) }),
    list(element) {
      const { lang, theme, view, ...rest } = parametersOf(element, {})
      const look = lookAt(element, { lang, theme })
      const query = toFragment({ lang: look.language, theme: look.scheme, view })
      const fragment = toFragment({ ...rest, origin: pageOrigin })
      return { url: `${service}/w/${widgetOf(element)}/events?embed=1&${query}#${fragment}`, look }
    },
  }

  function initButtons() {
    if (!apiKey) return console.warn('SvcWidget: boot(apiKey) has to come before initButtons()')
    placements ??= createPlacements(options)
    placements.update(apiKey)
  }

  return {
    init(parameters) {
      defaults = readParameters(parameters)
    },
    boot(key) {
      apiKey = (key ?? apiKey) || ownKey
      stopStarting?.()
      stopStarting = whileParsing(initButtons)
    },
    initButtons,
    show(parameters) {
      const asked = (parameters as { widgetId?: unknown } | undefined)?.widgetId
      const elements = findElements()
      const element =
        typeof asked === 'string'
          ? elements.find((one) => widgetOf(one) === asked)
          : (elements.find((one) => !placements?.isRefused(one)) ?? elements[0])
      const widgetId = typeof asked === 'string' ? asked : element && widgetOf(element)
      if (!widgetId) return console.warn('SvcWidget: there is no button with a widget to show')
      if (element && placements?.isRefused(element)) {
        return console.warn(`SvcWidget: widget ${widgetId} can't be shown, see the warning about its button`)
      }
      open(widgetId, parametersOf(element, readParameters(parameters)), element)
    },
    hideWidget: () => closeDialog?.(),
    destroy() {
      stopStarting?.()
      stopStarting = undefined
      closeDialog?.()
      placements?.end()
      placements = undefined
      apiKey = ''
      defaults = {}
    },
  }
}

/**
 * Calls `call` now and, while the page is still being parsed, after each change. Returns a function to stop.
 */
function whileParsing(call: () => void): () => void {
  call()
  if (document.readyState !== 'loading') return () => {}
  const parts = new MutationObserver(call)
  parts.observe(document, { childList: true, subtree: true })
  const stop = () => {
    parts.disconnect()
    document.removeEventListener('DOMContentLoaded', finish)
  }
  const finish = () => {
    stop()
    call()
  }
  document.addEventListener('DOMContentLoaded', finish)
  return stop
}
