import { escapeHtml } from '../html.ts'
import type { Widget } from './widget.ts'

/**
 * What a publisher copies into its own page. A button is hidden until the script knows that it works; a list
 * fills its element.
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
