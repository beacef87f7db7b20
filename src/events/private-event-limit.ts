import { breather } from '../breather.ts'
import type { Db } from '../db/database.ts'
import { foundBefore } from '../db/transact.ts'
import { AppError } from '../errors.ts'
import { currentRevision } from '../publishers/revision.ts'
import { countAheadSince, countCalendarEvents, walkEnds } from './calendar-event-store.ts'

/**
 * Events of a person that a transaction counts itself, by an index. Where there are more, those that have not ended
 * are counted before the transaction, since that takes a look at each.
 */
export const FEW = 1000

/** How many private events that have not ended a person may have at `now` (epoch ms); `most` 0: any number. */
export interface PrivateEventLimit {
  most: number
  now: number
}

/** The events of one private calendar, and those that are to come to it. */
export interface Crowd {
  calendarId: string
  /** Drafts and past ones too, counted no further than `FEW + 1`. */
  events: number
  /** New ones that count. */
  wanted: number
}

export function tooManyEvents({ most }: PrivateEventLimit): string {
  return `subscriber can have no more than ${most} private events that have not ended`
}

/** True for an event that counts: no draft, and not ended, so that a long history is in nobody's way. */
export function counts(event: { draft: boolean; endAt: number }, { now }: PrivateEventLimit): boolean {
  return !event.draft && event.endAt > now
}

/**
 * How many events each calendar can still take, of those that can't take all they are to get. To be asked within
 * the transaction that inserts them, when it has taken the publisher's revision: nobody else can add any then.
 */
export async function listRoom(
  db: Db,
  publisherId: number,
  crowds: Crowd[],
  limit: PrivateEventLimit,
): Promise<Map<string, number>> {
  const crowded = crowds.filter(
    ({ events, wanted }) => wanted > 0 && (events > FEW || events + wanted > limit.most),
  )
  const room = new Map<string, number>()
  if (limit.most === 0 || crowded.length === 0) return room
  const ids = crowded.map(({ calendarId }) => calendarId)
  const name = `events that have not ended of ${ids.join()}`
  const { revision, ahead } = await foundBefore(db, name, (outside) =>
    countAhead(outside, publisherId, ids, limit),
  )
  for (const { calendarId, wanted } of crowded) {
    const since = await countAheadSince(db, publisherId, calendarId, revision, limit.now, limit.most)
    const left = Math.max(0, limit.most - ahead.get(calendarId)! - since)
    if (left < wanted) room.set(calendarId, left)
  }
  return room
}

/** Refuses one event more for a person who can't have it. To be asked as `listRoom` is. */
export async function requireRoom(
  tx: Db,
  publisherId: number,
  calendarId: string,
  limit: PrivateEventLimit,
): Promise<void> {
  if (limit.most === 0) return
  const { value, more } = await countCalendarEvents(tx, publisherId, calendarId, FEW)
  const crowd = { calendarId, events: value + (more ? 1 : 0), wanted: 1 }
  const room = await listRoom(tx, publisherId, [crowd], limit)
  if (room.size > 0) throw new AppError('invalid', tooManyEvents(limit))
}

/** The events of calendars that have not ended, each counted to one more than the limit, up to a revision. */
async function countAhead(
  db: Db,
  publisherId: number,
  calendarIds: string[],
  limit: PrivateEventLimit,
): Promise<{ revision: number; ahead: Map<string, number> }> {
  const breathe = breather()
  const revision = await currentRevision(db, publisherId)
  const ahead = new Map<string, number>()
  for (const id of calendarIds) {
    let count = 0
    for await (const slice of walkEnds(db, publisherId, id, revision)) {
      count += slice.filter((event) => counts(event, limit)).length
      await breathe()
      if (count > limit.most) break
    }
    ahead.set(id, count)
  }
  return { revision, ahead }
}
