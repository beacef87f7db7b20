/** What narrows a list of events to some of the widget's calendars. */
const FILTERS = ['calendarIds', 'category', 'calendar_reference']
/** What is between this page and the one around it, and no business of others. */
const OF_THE_FRAME = ['embed', 'origin', 'apiKey']

/** The filters among the parameters of a page, always in the same order. */
export function filterOf(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    FILTERS.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )
}

/**
 * The page to subscribe at: to one calendar, or to what is listed here. All else that this page was given goes
 * with it, in the fragment what was in the fragment: no server is to see it.
 */
export function subscribeHref(
  widgetId: string,
  { search, hash }: { search: string; hash: string },
  calendarId?: string,
): string {
  const [query, fragment] = [new URLSearchParams(search), new URLSearchParams(hash.slice(1))]
  for (const name of [...OF_THE_FRAME, ...(calendarId ? FILTERS : [])]) {
    query.delete(name)
    fragment.delete(name)
  }
  if (calendarId) query.set('calendarIds', calendarId)
  const part = (sign: string, params: URLSearchParams) => (params.size > 0 ? `${sign}${params}` : '')
  return `/w/${widgetId}${part('?', query)}${part('#', fragment)}`
}
