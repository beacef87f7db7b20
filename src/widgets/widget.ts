export type WidgetType = 'button' | 'event'

/** What a publisher puts on its page: a button that opens the subscribe flow, or a list of events with buttons. */
export interface Widget {
  id: string
  publisherId: number
  type: WidgetType
  name: string
  active: boolean
  settings: WidgetSettings
}

export interface WidgetSettings {
  /** The calendars it offers; undefined: all public ones. */
  calendarIds?: string[]
}

/** The page a widget can be reached at without being embedded. */
export function directLink(publicUrl: string, widget: Pick<Widget, 'id' | 'type'>): string {
  return `${publicUrl}/w/${widget.id}${widget.type === 'event' ? '/events' : ''}`
}
