import { findScript } from './script.ts'
import { createWidget, type SvcWidget } from './svc-widget.ts'

declare global {
  interface Window {
    SvcWidget?: SvcWidget
  }
}

/** The script `/widget.js`. If a page loads it twice, the first one does the work. */
const script = findScript()
if (!script) {
  console.warn(
    'SvcWidget: no script element has /widget.js as its source, so the origin of the service is unknown',
  )
} else {
  // `SvcWidget` can also be an element with this id, or something else of the page.
  const exists = typeof window.SvcWidget?.boot === 'function'
  const widget = exists ? window.SvcWidget! : (window.SvcWidget = createWidget(script))
  if (script.apiKey) widget.boot(script.apiKey)
}
