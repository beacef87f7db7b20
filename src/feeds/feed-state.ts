import type { Database } from '../db/database.ts'

/**
 * All that a subscriber's feed depends on, by version: two equal states have equal feeds. Read anew for each
 * request, so that a change acknowledged by any process shows in the next read of any other.
 */
export interface FeedState {
  active: 0 | 1
  ended_at: number | null
  rotations: string
  reminders: string | null
  private_calendar_id: string
  created: number
  /** Of the subscriber itself, of its newest private event, and of the publisher. */
  revision: number
  private_revision: number | null
  settings_revision: number
  /** `<id>:<version>` of each public calendar, by id; null: none. */
  calendars: string | null
  /** Epoch ms of the last change of the subscriber, the publisher, the private events, the public calendars. */
  revision_at: number
  feeds_changed_at: number
  private_at: number | null
  calendars_at: number | null
}

// A private calendar's version is the revision of its newest event: adding events writes nothing else, and
// what is deleted shows in the subscriber's revision. A draft calendar adds its time but not itself, so that
// the time does not fall when a calendar is hidden.
const STATE = `
  select s.active, s.ended_at, s.rotations, s.reminders, s.private_calendar_id, s.created, s.revision,
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

/** Undefined when there is no such subscriber. */
export async function readFeedState(
  database: Database,
  publisherId: number,
  subscriberId: string,
): Promise<FeedState | undefined> {
  const [state] = await database.read<FeedState>(STATE, [publisherId, subscriberId])
  return state
}

/** Epoch ms of the last change of anything the feed shows. */
export function lastChange(state: FeedState): number {
  return Math.max(state.revision_at, state.feeds_changed_at, state.private_at ?? 0, state.calendars_at ?? 0)
}
