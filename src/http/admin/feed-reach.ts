import { type Static, Type } from 'typebox'
import type { Reach } from '../../feeds/stubs.ts'

/** How far a feed reaches that is too large to show all events. */
export const FeedReach = Type.Object({
  side: Type.Union([Type.Literal('until'), Type.Literal('since')], {
    description: '`until`: later events are left out; `since`: earlier ones.',
  }),
  at: Type.String({
    format: 'date-time',
    description: 'When the last, or the earliest, event in the feed starts.',
  }),
})
export type FeedReach = Static<typeof FeedReach>

/** Null for a feed that shows all events. */
export const FeedReachOrNull = Type.Union([FeedReach, Type.Null()], {
  description: 'How far the public feed reaches, where it is too large to show all events; else null.',
})

export function presentReach(reach: Reach | null | undefined): FeedReach | null {
  return reach ? { side: reach.side, at: new Date(reach.at).toISOString() } : null
}
