import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { listCalendarVersions } from '../calendars/calendar-store.ts'
import type { Database } from '../db/database.ts'
import type { LinkTarget } from '../links/links.ts'
import type { History } from '../revisions/history.ts'

/** All versions that the content of a link's feed depends on: feeds of one link with equal states are equal. */
export type FeedState = SubscriberState | PendingState

/** The state of a link that is the subscriber's own. Times in epoch ms. */
export interface SubscriberState extends StateRow {
  pending: false
  /** A hash of the rest. It is made once for each state, not for each poll. */
  version: string
}

/** The state of a pending link, which has nothing of a subscriber. Times in epoch ms. */
export interface PendingState {
  pending: true
  version: string
  created: number
  /** Null unless the link ended before it was confirmed. */
  ended_at: number | null
  settings_revision: number
  /** As in `StateRow`. */
  language: string
  /** As in `StateRow`. */
  calendars: string | null
  changed_at: number
}

interface StateRow {
  active: 0 | 1
  ended_at: number | null
  link_ended_at: number | null
  reminders: string | null
  reminders_at: number
  /** Empty: unknown. */
  language: string
  private_calendar_id: string
  created: number
  /** Revisions of the subscriber, of its newest private event, and of the publisher's settings. */
  revision: number
  private_revision: number | null
  settings_revision: number
  /** `<id>:<version>` of each public calendar, in the order of ids; null if there are none. */
  calendars: string | null
  /** When the subscriber, the publisher, the private events and the public calendars last changed. */
  revision_at: number
  feeds_changed_at: number
  private_at: number | null
  calendars_at: number | null
}

// The version of a private calendar is the revision of its newest event: adding events writes no other row,
// and a deletion raises the subscriber's revision. A draft calendar counts in `calendars_at` but not in
// `calendars`, so that the time does not go back when a calendar is hidden.
const STATE = `
  select s.active, s.ended_at, l.ended_at as link_ended_at, s.reminders, s.reminders_at, s.language, s.private_calendar_id,
    s.created, s.revision, p.settings_revision, n.private_revision, c.calendars,
    s.revision_at, p.feeds_changed_at, n.private_at, c.calendars_at, r.revision as publisher_revision
  from feed_link l
  join publisher_revision r on r.publisher_id = l.publisher_id
  join subscriber s on s.publisher_id = l.publisher_id and s.id = l.subscriber_id
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
  where l.publisher_id = $1 and l.subscriber_id = $2 and l.number = $3 and l.confirmed_at is not null`

const PENDING = `
  select l.created, l.ended_at, p.settings_revision, p.feeds_changed_at, q.calendar_ids, q.language,
    r.revision as publisher_revision
  from feed_link l
  join publisher_revision r on r.publisher_id = l.publisher_id
  join publisher p on p.publisher_id = l.publisher_id
  left join link_request q
    on q.publisher_id = l.publisher_id and q.subscriber_id = l.subscriber_id and q.number = l.number
  where l.publisher_id = $1 and l.subscriber_id = $2 and l.number = $3 and l.confirmed_at is null`

interface PendingRow {
  created: number
  ended_at: number | null
  settings_revision: number
  feeds_changed_at: number
  calendar_ids: string | null
  language: string | null
  publisher_revision: number
}

const REVISION = 'select revision from publisher_revision where publisher_id = $1'

/** A state takes a few hundred octets. */
const STATES_CACHED = 10_000

/** A state, with a revision of the publisher whose changes it has, and all before it. */
export interface KnownState {
  revision: number
  state: FeedState
}

/** Reads the states of the feeds behind links. */
export interface FeedStates {
  /** Undefined: the publisher has no such link. */
  read(target: LinkTarget): Promise<KnownState | undefined>
}

/**
 * Caches each state for as long as the publisher's revision stays the same. Every change that a feed can show
 * takes the next revision, so one small row, shared by all subscribers of a publisher, tells if a cached
 * state is still valid. Every request reads that row, so that a change shows in the next read of any process.
 * A state is read together with its revision: one that is newer would be shown again after a failover that lost
 * the change. That of a pending link takes two reads, and is not cached.
 */
export function createFeedStates(database: Database, history: History): FeedStates {
  const cache = new LRUCache<string, KnownState>({ max: STATES_CACHED })
  return {
    async read(target) {
      const { publisherId, id, number } = target
      // An import keeps ids, so two publishers may have subscribers with the same id.
      const key = `${history.beganAt}:${publisherId}:${id}:${number}`
      const cached = cache.get(key)
      if (cached) {
        const [row] = await database.read<{ revision: number }>(REVISION, [publisherId])
        if (cached.revision === row?.revision) return cached
      }
      const own = await readKnown(database, target)
      if (own) cache.set(key, own)
      return own ?? (await readPending(database, target))
    },
  }
}

/** Reads the state of a link that is the subscriber's own; undefined if there is none. */
export async function readOwn(database: Database, target: LinkTarget): Promise<SubscriberState | undefined> {
  return (await readKnown(database, target))?.state
}

async function readKnown(
  database: Database,
  { publisherId, id, number }: LinkTarget,
): Promise<(KnownState & { state: SubscriberState }) | undefined> {
  const [found] = await database.read<StateRow & { publisher_revision: number }>(STATE, [
    publisherId,
    id,
    number,
  ])
  if (!found) return undefined
  const { publisher_revision: revision, ...row } = found
  return { revision, state: { ...row, pending: false, version: versionOf(row) } }
}

/** Reads the state of a link that was not confirmed. */
async function readPending(
  database: Database,
  { publisherId, id, number }: LinkTarget,
): Promise<KnownState | undefined> {
  const [link] = await database.read<PendingRow>(PENDING, [publisherId, id, number])
  if (!link) return undefined
  const ids = JSON.parse(link.calendar_ids ?? '[]') as string[]
  const calendars = await listCalendarVersions(database.db, publisherId, ids)
  const live = calendars.filter(({ draft }) => !draft).map((calendar) => `${calendar.id}:${calendar.version}`)
  const times = calendars.map(({ versionAt }) => versionAt)
  const state = {
    created: link.created,
    ended_at: link.ended_at,
    settings_revision: link.settings_revision,
    language: link.language ?? '',
    calendars: live.length > 0 ? live.join() : null,
    changed_at: Math.max(link.created, link.ended_at ?? 0, link.feeds_changed_at, ...times),
  }
  return { revision: link.publisher_revision, state: { ...state, pending: true, version: versionOf(state) } }
}

function versionOf(state: object): string {
  return hash('sha1', JSON.stringify(state), 'base64url')
}

/** The revision of the last change of anything in the feed. */
export function lastRevision(state: SubscriberState): number {
  const { revision, private_revision, settings_revision, calendars } = state
  const versions = (calendars?.split(',') ?? []).map((calendar) => Number(calendar.split(':')[1]))
  return Math.max(revision, private_revision ?? 0, settings_revision, ...versions)
}

/** Epoch ms of the last change of anything in the feed. */
export function lastChange(state: FeedState): number {
  if (state.pending) return state.changed_at
  const { revision_at, feeds_changed_at, private_at, calendars_at, link_ended_at } = state
  return Math.max(revision_at, feeds_changed_at, private_at ?? 0, calendars_at ?? 0, link_ended_at ?? 0)
}
