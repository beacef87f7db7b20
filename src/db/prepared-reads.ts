import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import type { Read } from './database.ts'
import type { OnQuery } from './on-query.ts'
import { ask, connecting, giveUp } from './pool.ts'
import type { Shares } from './shares.ts'
import { isConnectionLost } from './transact.ts'

type AsyncRead = (...args: Parameters<Read>) => Promise<never[]>

/** The prepared statement does not exist, exists already, or its columns changed in a migration. */
const UNPREPARED = new Set(['26000', '42P05', '0A000'])

/**
 * `Database.read`: statements have names, so that the server prepares each once per connection. The name is a
 * hash of the text, so that it means the same to all clients of a pooler that shares connections. If the
 * pooler does not support prepared statements, we continue without them.
 */
export function preparedReads(pool: pg.Pool, shares: Shares, onQuery: OnQuery | undefined): AsyncRead {
  const names = new Map<string, string>()
  const connect = connecting(pool)
  let prepares = true
  const nameOf = (text: string) => {
    let name = names.get(text)
    if (!name) names.set(text, (name = `fasti-${hash('sha256', text).slice(0, 24)}`))
    return name
  }
  const run = async (text: string, values: unknown[]) => {
    let client: pg.PoolClient | undefined
    const place = await shares.take(values[0] as number, () => client && giveUp(client))
    try {
      const query = prepares ? { name: nameOf(text), text, values } : { text, values }
      return await ask(connect, query, place, (taken) => (client = taken))
    } finally {
      place.release()
    }
  }
  return async (sql, parameters) => {
    const began = performance.now()
    const { rows } = await run(sql, parameters).catch((error: unknown) => {
      const unprepared = UNPREPARED.has((error as { code?: string } | undefined)?.code ?? '')
      if (unprepared) prepares = false
      else if (!isConnectionLost(error)) throw error
      return run(sql, parameters) // a read can safely be repeated
    })
    onQuery?.('read', performance.now() - began)
    return rows as never[]
  }
}

/**
 * Sends equal reads of one turn of the event loop once, at the end of the turn: not before the last of them
 * was requested, so that none gets older data than it would alone.
 */
export function deduplicated(read: AsyncRead): AsyncRead {
  const pending = new Map<string, Promise<never[]>>()
  return (sql, parameters) => {
    const key = `${sql} ${parameters.join(' ')}`
    let answer = pending.get(key)
    if (!answer) {
      answer = setImmediate().then(() => {
        pending.delete(key)
        return read(sql, parameters)
      })
      pending.set(key, answer)
    }
    return answer
  }
}
