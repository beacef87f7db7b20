import { escapeHtml } from '../html.ts'
import type { Widget } from './widget.ts'

/**
 * Returns the HTML that a publisher copies into its page. A button stays hidden until the script has loaded
 * its widget; a list fills its element.
 */
export function embedCode(publicUrl: string, widget: Widget, apiKey: string): string {
  const place = `class="svc-sync-widget-button" data-svc-widget-id="${widget.id}"`
  return [
    widget.type === 'event'
      ? `<div ${place}></div>`
      : `<button type="button" hidden ${place}>${escapeHtml(widget.name)}</button>`,
    `<script src="${escapeHtml(publicUrl)}/widget.js" data-svc-api-key="${escapeHtml(apiKey)}" async></script>`,
  ].join('\n')
}

/** Returns an embed code whose button has one of the ready styles of web/embed/ready-button.ts. */
export function withStyle(code: string, style: string): string {
  return code.replace(/ data-svc-widget-id="[0-9a-f]+"/, `$& data-svc-style="${style}"`)
}
