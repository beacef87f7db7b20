import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { AHEAD_MS } from './request-window.ts'

/** A bucket of `burst` turns, into which `perSecond` come back. */
export interface Pace {
  perSecond: number
  burst: number
}

/** The state of a caller that asked for a turn. */
export interface Turn {
  /** False: the turn would be too far off, and none was taken. */
  taken: boolean
  /** Milliseconds until the turn, or until there would be one at once. */
  waitMs: number
  /** Turns left in the bucket. */
  remaining: number
  /** Milliseconds until a next request has a turn. */
  nextMs: number
}

/**
 * Takes a turn of `name`, at most `longestMs` ahead. It is one statement, so that the pace holds over all processes
 * that share the database and turns come in the order of the requests. `opened_at` is a moment at which the bucket
 * was full, `requests` the turns taken since then; whole seconds and the turns that came back in them are left out
 * again. A moment far in the future is one from before the clock was set back: the bucket counts as full.
 */
export async function takeTurn(
  db: Db,
  publisherId: number,
  name: string,
  pace: Pace,
  longestMs: number,
  now: number,
): Promise<Turn> {
  const { perSecond, burst } = pace
  const elapsed = sql`(${now} - request_window.opened_at)`
  const full = sql<boolean>`(request_window.opened_at > ${now + AHEAD_MS} or request_window.requests * 1000 <= ${elapsed} * ${perSecond})`
  const near = sql<boolean>`(request_window.requests + 1 - ${burst}) * 1000 <= (${elapsed} + ${longestMs}) * ${perSecond}`
  const seconds = sql`cast(${elapsed} / 1000 as integer)`
  const taken = await db
    .insertInto('request_window')
    .values({ publisher_id: publisherId, name, opened_at: now, requests: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['publisher_id', 'name'])
        .doUpdateSet({
          opened_at: sql<number>`case when ${full} then ${now} else request_window.opened_at + 1000 * ${seconds} end`,
          requests: sql<number>`case when ${full} then 1 else request_window.requests - ${perSecond} * ${seconds} + 1 end`,
        })
        .where(sql<boolean>`(${full} or ${near})`),
    )
    .returning(['opened_at', 'requests'])
    .executeTakeFirst()
  if (taken) return { taken: true, ...standing(taken, pace, now) }
  const row = await db
    .selectFrom('request_window')
    .select(['opened_at', 'requests'])
    .where('publisher_id', '=', publisherId)
    .where('name', '=', name)
    .executeTakeFirst()
  // A row that is gone again was swept.
  const { nextMs } = standing(row ?? { opened_at: now, requests: burst }, pace, now)
  return { taken: false, waitMs: nextMs, remaining: 0, nextMs }
}

/** Gives a turn back that was not used. */
export async function returnTurn(db: Db, publisherId: number, name: string): Promise<void> {
  await db
    .updateTable('request_window')
    .set((eb) => ({ requests: eb('requests', '-', 1) }))
    .where('publisher_id', '=', publisherId)
    .where('name', '=', name)
    .where('requests', '>', 0)
    .execute()
}

function standing(
  { opened_at, requests }: { opened_at: number; requests: number },
  { perSecond, burst }: Pace,
  now: number,
): Omit<Turn, 'taken'> {
  const untilTurn = (n: number) => Math.max(0, Math.ceil(opened_at + ((n - burst) * 1000) / perSecond - now))
  const left = burst - requests + Math.floor(((now - opened_at) * perSecond) / 1000)
  return {
    waitMs: untilTurn(requests),
    remaining: Math.max(0, Math.min(burst, left)),
    nextMs: untilTurn(requests + 1),
  }
}
