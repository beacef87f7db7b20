import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'

/**
 * Everything that a subscriber's feed depends on, by version: two equal states have equal feeds. Times in epoch ms.
 */
export interface FeedState {
  active: 0 | 1
  ended_at: number | null
  rotations: string
  reminders: string | null
  reminders_at: number
  private_calendar_id: string
  created: number
  /** Revisions of the subscriber itself, of its newest private event, and of the publisher's settings. */
  revision: number
  private_revision: number | null
  settings_revision: number
  /** `<id>:<version>` of each public calendar, by id; null: there are none. */
  calendars: string | null
  /** Time of the last change of the subscriber, the publisher, the private events, the public calendars. */
  revision_at: number
  feeds_changed_at: number
  private_at: number | null
  calendars_at: number | null
}

// The version of a private calendar is the revision of its newest event: adding events writes nothing else, and a
// deletion raises the subscriber's revision. A draft calendar adds its time but not itself, so that the time does
// not fall when a calendar is hidden.
const STATE = `
  select s.active, s.ended_at, s.rotations, s.reminders, s.reminders_at, s.private_calendar_id, s.created, s.revision,
    p.settings_revision, n.private_revision, c.calendars,
    s.revision_at, p.feeds_changed_at, n.private_at, c.calendars_at
  from subscriber s
  join publisher p on p.publisher_id = s.publisher_id
  left join (
    select max(revision) as private_revision, max(modified) as private_at from (
      select revision, modified from event
      where publisher_id = $1 and calendar_id = (
        select private_calendar_id from subscriber where publisher_id = $1 and id = $2)
      order by revision desc limit 1) newest
  ) n on true
  left join (
    select string_agg(case when k.draft = 0 then k.id || ':' || k.version end, ',' order by k.id) as calendars,
      max(k.version_at) as calendars_at
    from subscription u
    join calendar k on k.publisher_id = u.publisher_id and k.id = u.calendar_id
    where u.publisher_id = $1 and u.subscriber_id = $2
  ) c on true
  where s.publisher_id = $1 and s.id = $2`

const REVISION = 'select revision from publisher_revision where publisher_id = $1'

/** A state has some hundred octets. */
const STATES_CACHED = 10_000

/** Reads the states of subscribers' feeds. */
export interface FeedStates {
  /** Undefined: the publisher has no such subscriber. */
  read(publisherId: number, subscriberId: string): Promise<FeedState | undefined>
}

/**
 * Caches states while their publisher stays at one revision. Every change that a feed can show takes the next
 * revision, so one small row, the same for all subscribers of a publisher, decides whether a cached state is still
 * true. The row is read for every request, so that a change shows in the next read of any process; and before the
 * state, so that a cached state is never older than the revision it is cached under.
 */
export function createFeedStates(database: Database): FeedStates {
  const cache = new LRUCache<string, { revision: number; state: FeedState }>({ max: STATES_CACHED })
  return {
    async read(publisherId, subscriberId) {
      const [row] = await database.read<{ revision: number }>(REVISION, [publisherId])
      // Imports keep ids, so two publishers may have a subscriber of the same id.
      const key = `${publisherId}:${subscriberId}`
      const cached = cache.get(key)
      if (cached && cached.revision === row?.revision) return cached.state
      const [state] = await database.read<FeedState>(STATE, [publisherId, subscriberId])
      if (state && row) cache.set(key, { revision: row.revision, state })
      return state
    },
  }
}

/** Epoch ms of the last change of anything the feed shows. */
export function lastChange(state: FeedState): number {
  return Math.max(state.revision_at, state.feeds_changed_at, state.private_at ?? 0, state.calendars_at ?? 0)
}
