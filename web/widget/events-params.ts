/** Parameters that narrow the list to some of the widget's calendars. */
const FILTERS = ['calendarIds', 'category', 'calendar_reference']
/** Parameters between this page and the host page, which other pages must not get. */
const FRAME_PARAMETERS = ['embed', 'origin', 'apiKey', 'after']

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
