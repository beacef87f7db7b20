/** `list`: what comes next. `month`: a calendar of one month. */
export const EVENT_VIEWS = ['list', 'month'] as const
export type EventView = (typeof EVENT_VIEWS)[number]

/** The view of a page's address: its `view`, else that of its `month`, else the widget's. */
export function viewOf(
  query: { view?: string | null; month?: string | null },
  standard: EventView,
): EventView {
  return EVENT_VIEWS.find((view) => view === query.view) ?? (query.month ? 'month' : standard)
}
