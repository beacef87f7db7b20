import type { WidgetPreview } from '../../src/http/admin/widgets-schemas.ts'

/** The message from the admin portal to the preview page in its frame. */
export interface PreviewMessage {
  source: 'fasti-admin'
  preview: WidgetPreview
  scheme: 'light' | 'dark'
  /** The first step of the subscribe flow. */
  step: 'calendars' | 'details'
}

/** The message from the preview page to the admin portal: it is ready for a PreviewMessage. */
export interface PreviewReady {
  source: 'fasti-preview'
}
