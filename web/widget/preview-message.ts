import type { WidgetPreview } from '../../src/http/admin/widgets-schemas.ts'

/** What the portal hands to the page of a preview, in a frame of its own. */
export interface PreviewMessage {
  source: 'fasti-portal'
  preview: WidgetPreview
  scheme: 'light' | 'dark'
  /** Where the subscribe flow begins. */
  step: 'calendars' | 'details'
}

/** What that page tells the portal: it waits for such a message. */
export interface PreviewReady {
  source: 'fasti-preview'
}
