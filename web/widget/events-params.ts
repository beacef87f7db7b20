/** Parameters that narrow the list to some of the widget's calendars. */
const FILTERS = ['calendarIds', 'category', 'calendar_reference']
/** Parameters of this page alone, which other pages must not get. */
const FRAME_PARAMETERS = ['embed', 'origin', 'apiKey', 'after', 'view', 'month', 'day']

/** The filters in the parameters of a page, always in the same order. */
export function filterOf(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    FILTERS.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )
}

/**
 * The URL of the subscribe page, for one calendar or for all listed ones. It keeps the other parameters of
 * this page; those from the fragment stay in the fragment, so that no server sees them.
 */
export function subscribeHref(
  widgetId: string,
  { search, hash }: { search: string; hash: string },
  calendarId = '',
): string {
  const [query, fragment] = [new URLSearchParams(search), new URLSearchParams(hash.slice(1))]
  for (const name of [...FRAME_PARAMETERS, ...(calendarId ? FILTERS : [])]) {
    query.delete(name)
    fragment.delete(name)
  }
  if (calendarId) query.set('calendarIds', calendarId)
  const part = (sign: string, params: URLSearchParams) => (params.size > 0 ? `${sign}${params}` : '')
  return `/w/${widgetId}${part('?', query)}${part('#', fragment)}`
}

/** A query with these parameters changed; empty ones are removed. */
export function withParameters(search: string, changes: Record<string, string>): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  return `?${query}`
}

/** Keeps what the page shows in its address, so that it can be shared and survives a reload. */
export function remember(changes: Record<string, string>): void {
  // The fragment would override it.
  const nothing = Object.fromEntries(Object.keys(changes).map((name) => [name, '']))
  const fragment = withParameters(location.hash.slice(1), nothing).slice(1)
  history.replaceState(null, '', withParameters(location.search, changes) + (fragment && `#${fragment}`))
}
