import { findScript } from './script.ts'
import { createWidget, type SvcWidget } from './svc-widget.ts'

declare global {
  interface Window {
    SvcWidget?: SvcWidget
  }
}

/** The script of `/widget.js`. Loaded a second time, it leaves the work to the first. */
const script = findScript()
if (!script) {
  console.warn('SvcWidget: no script element leads to /widget.js, so it is not known where the service is')
} else {
  // An element with this id, or whatever else has the name, is no widget.
  const works = typeof window.SvcWidget?.boot === 'function'
  const widget = works ? window.SvcWidget! : (window.SvcWidget = createWidget(script))
  if (script.apiKey) widget.boot(script.apiKey)
}
