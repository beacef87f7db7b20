import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { AHEAD_MS } from './request-window.ts'

/** A token bucket: at most `burst` tokens, refilled at `perSecond`. */
export interface Pace {
  perSecond: number
  burst: number
}

/** The result of asking for a token. */
export interface Reservation {
  /** False if the wait would be too long; then no token was reserved. */
  granted: boolean
  /** Milliseconds until the token may be used, or, if it was refused, until one is free. */
  waitMs: number
  /** Tokens left in the bucket. */
  remaining: number
  /** Milliseconds until the next request would get a token. */
  nextMs: number
}

/**
 * Reserves a token of the bucket `name`, or several at once, at most `longestMs` in the future. A single statement, so that the
 * rate holds across all processes that share the database and requests are served in order of arrival.
 *
 * The row stores `opened_at`, a time at which the bucket was full, and `requests`, the tokens used since
 * then. Each update moves `opened_at` forward by whole seconds and subtracts the tokens refilled in them, so
 * that the numbers stay small. An `opened_at` far in the future dates from before the clock was set back: the
 * bucket counts as full.
 */
export async function reserveToken(
  db: Db,
  publisherId: number,
  name: string,
  pace: Pace,
  longestMs: number,
  now: number,
  tokens = 1,
): Promise<Reservation> {
  const { perSecond, burst } = pace
  const elapsed = sql`(${now} - request_window.opened_at)`
  const full = sql<boolean>`(request_window.opened_at > ${now + AHEAD_MS} or request_window.requests * 1000 <= ${elapsed} * ${perSecond})`
  const near = sql<boolean>`(request_window.requests + ${tokens} - ${burst}) * 1000 <= (${elapsed} + ${longestMs}) * ${perSecond}`
  const seconds = sql`cast(${elapsed} / 1000 as integer)`
  const reserved = await db
    .insertInto('request_window')
    .values({ publisher_id: publisherId, name, opened_at: now, requests: tokens })
    .onConflict((conflict) =>
      conflict
        .columns(['publisher_id', 'name'])
        .doUpdateSet({
          opened_at: sql<number>`case when ${full} then ${now} else request_window.opened_at + 1000 * ${seconds} end`,
          requests: sql<number>`case when ${full} then ${tokens} else request_window.requests - ${perSecond} * ${seconds} + ${tokens} end`,
        })
        .where(sql<boolean>`(${full} or ${near})`),
    )
    .returning(['opened_at', 'requests'])
    .executeTakeFirst()
  if (reserved) return { granted: true, ...bucketState(reserved, pace, now) }
  const row = await db
    .selectFrom('request_window')
    .select(['opened_at', 'requests'])
    .where('publisher_id', '=', publisherId)
    .where('name', '=', name)
    .executeTakeFirst()
  // The sweep may have deleted the row in between.
  const { nextMs } = bucketState(row ?? { opened_at: now, requests: burst }, pace, now)
  return { granted: false, waitMs: nextMs, remaining: 0, nextMs }
}

/** Takes all tokens of a bucket, and those of the next `ms` milliseconds. */
export async function emptyBucket(
  db: Db,
  publisherId: number,
  name: string,
  { perSecond, burst }: Pace,
  ms: number,
  now: number,
): Promise<void> {
  const empty = { opened_at: now, requests: burst + Math.ceil((ms * perSecond) / 1000) }
  await db
    .insertInto('request_window')
    .values({ publisher_id: publisherId, name, ...empty })
    .onConflict((conflict) => conflict.columns(['publisher_id', 'name']).doUpdateSet(empty))
    .execute()
}

/** Puts back a reserved token that was not used. */
export async function returnToken(db: Db, publisherId: number, name: string): Promise<void> {
  await db
    .updateTable('request_window')
    .set((eb) => ({ requests: eb('requests', '-', 1) }))
    .where('publisher_id', '=', publisherId)
    .where('name', '=', name)
    .where('requests', '>', 0)
    .execute()
}

function bucketState(
  { opened_at, requests }: { opened_at: number; requests: number },
  { perSecond, burst }: Pace,
  now: number,
): Omit<Reservation, 'granted'> {
  const untilToken = (n: number) => Math.max(0, Math.ceil(opened_at + ((n - burst) * 1000) / perSecond - now))
  const left = burst - requests + Math.floor(((now - opened_at) * perSecond) / 1000)
  return {
    waitMs: untilToken(requests),
    remaining: Math.max(0, Math.min(burst, left)),
    nextMs: untilToken(requests + 1),
  }
}
