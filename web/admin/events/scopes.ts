import type { SeriesOfEvent } from '../../../src/http/admin/events-schemas.ts'

/** The dates that a change of one of them is about. */
export type Scope = 'this' | 'following' | 'all'

/** What a change is about. */
export interface About {
  /** It says how the event repeats: that is no matter of one date. */
  recurrence?: boolean
  /** The event repeats no more: that is a matter of all dates. */
  ends?: boolean
  /** It is something that only one date has, such as its reference. */
  single?: boolean
}

/** The dates that a change may be about; one alone leaves nothing to ask. */
export function scopesOf(
  { earlier, later, goesOn }: SeriesOfEvent,
  { recurrence, ends, single }: About = {},
): Scope[] {
  const hasLater = later > 0 || goesOn
  if (single) return ['this']
  if (ends || (recurrence && earlier === 0)) return ['all']
  if (recurrence) return ['following', 'all']
  return [
    'this',
    ...(earlier > 0 && hasLater ? (['following'] as const) : []),
    ...(earlier > 0 || hasLater ? (['all'] as const) : []),
  ]
}

/** The query of a request about a date of a series. */
export function scopeQuery(scope: Scope | undefined): string {
  return scope && scope !== 'this' ? `?scope=${scope}` : ''
}
