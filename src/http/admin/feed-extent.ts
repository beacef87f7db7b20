import { type Static, Type } from 'typebox'
import type { Extent } from '../../feeds/notice-events.ts'

/** The date range of a feed that is too large to show all events. */
export const FeedExtent = Type.Object({
  side: Type.Union([Type.Literal('until'), Type.Literal('since')], {
    description: '`until`: later events are left out; `since`: earlier ones.',
  }),
  at: Type.String({
    format: 'date-time',
    description: 'When the last, or the earliest, event in the feed starts.',
  }),
})
export type FeedExtent = Static<typeof FeedExtent>

/** Null if the feed shows all events. */
export const FeedExtentOrNull = Type.Union([FeedExtent, Type.Null()], {
  description: 'How far the public feed reaches, where it is too large to show all events; else null.',
})

export function presentExtent(extent: Extent | null | undefined): FeedExtent | null {
  return extent ? { side: extent.side, at: new Date(extent.at).toISOString() } : null
}
