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
import { whileParsing } from './start.ts'

/** What a page finds at `window.SvcWidget`. */
export interface SvcWidget {
  /** Sets what all buttons pass, where neither they nor `show` say otherwise. */
  init(parameters?: unknown): void
  /** Sets the API key, and takes up the buttons. */
  boot(apiKey?: string): void
  /** Takes up buttons that are new on the page. */
  initButtons(): void
  /** Opens the dialog: of `widgetId`, else of the first button. */
  show(parameters?: unknown): void
  hideWidget(): void
  /** Takes everything back; `boot` begins anew. */
  destroy(): void
}

export function createWidget({ origin: service, apiKey: ownKey }: Script): SvcWidget {
  let apiKey = ''
  let defaults: Parameters = {}
  let placements: Placements | undefined
  let stopStarting: (() => void) | undefined
  let closeDialog: (() => void) | undefined

  const passed = (element: HTMLElement | undefined, more: Parameters): Parameters => ({
    referringPage: location.href,
    ...defaults,
    ...(element && readAttributes(element)),
    ...more,
  })

  function open(widgetId: string, parameters: Parameters, teller: HTMLElement | undefined) {
    closeDialog?.()
    const page = `${service}/w/${encodeURIComponent(widgetId)}`
    const { lang, theme, ...rest } = parameters
    const { language, scheme } = lookAt(teller ?? document.body, { lang, theme })
    // The same for as long as it is open: its own edge and the page in it have to match.
    const now = schemeNow(scheme)
    const query = toFragment({ lang: language, theme: now })
    // In a tab of its own it is as light or dark as the device.
    const link = `${page}?lang=${language}#${toFragment(rest)}`
    if (!canShowDialog) return void window.open(link, '_blank', 'noopener')
    const close = openDialog({
      service,
      url: `${page}?embed=1&${query}#${toFragment({ ...rest, origin: pageOrigin })}`,
      language,
      scheme: now,
      link,
      opener: document.activeElement === document.body ? (teller ?? null) : document.activeElement,
      hear(message) {
        if (message.type !== 'done') return
        const target = teller?.isConnected ? teller : document
        target.dispatchEvent(new CustomEvent('svc-subscribed', { bubbles: true, detail: { widgetId } }))
      },
      onClose: () => (closeDialog = undefined),
    })
    closeDialog = close
  }

  const options: PlacementOptions = {
    service,
    press(element, calendarIds) {
      open(widgetOf(element), passed(element, calendarIds ? readParameters({ calendarIds }) : {}), element)
    },
    list(element) {
      const { lang, theme, ...rest } = passed(element, {})
      const look = lookAt(element, { lang, theme })
      const query = toFragment({ lang: look.language, theme: look.scheme })
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
      if (!widgetId) return console.warn('SvcWidget: there is no button whose widget could be shown')
      if (element && placements?.isRefused(element)) {
        return console.warn(`SvcWidget: widget ${widgetId} can't be shown, as was said of its button`)
      }
      open(widgetId, passed(element, readParameters(parameters)), element)
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
