import type { NewSegment, SegmentRecord } from '../../../src/http/admin/segments-schemas.ts'

/** The filters of the page that a segment keeps, as they stand in its address. */
export interface Kept {
  /** `all` is only in the page's address; the service gets no state then. */
  state: string
  /** Ids with commas between. */
  calendarIds: string
  follows: string
  source: string
  widgetId: string
}

/** The filters of a page that was just opened. */
export const NOTHING_KEPT: Kept = {
  ...{ state: 'active', calendarIds: '', follows: 'any', source: '', widgetId: '' },
}

/** Returns the filters of the page that show a segment. */
export function keptOf({ state, calendarIds, follows, source, widgetId }: SegmentRecord['filter']): Kept {
  return {
    state: state ?? 'all',
    calendarIds: calendarIds?.join(',') ?? '',
    follows: follows ?? 'any',
    source: source ?? '',
    widgetId: widgetId ?? '',
  }
}

/** Returns the filter of a segment that keeps the filters of the page. */
export function filterOf({ state, calendarIds, follows, source, widgetId }: Kept): NewSegment['filter'] {
  const filter = {
    ...(state !== 'all' && { state }),
    ...(calendarIds && { calendarIds: calendarIds.split(','), follows }),
    ...(source && { source }),
    ...(widgetId && { widgetId }),
  }
  // The page's address may hold anything; the service checks it.
  return filter as NewSegment['filter']
}

/** True if both find the same, whatever the order of the calendars. */
export function sameKept(a: Kept, b: Kept): boolean {
  return textOf(a) === textOf(b)
}

function textOf({ calendarIds, follows, ...rest }: Kept): string {
  const calendars = calendarIds ? calendarIds.split(',').sort() : []
  const { state, source, widgetId } = rest
  return JSON.stringify([state, source, widgetId, calendars, calendars.length > 1 ? follows : ''])
}
