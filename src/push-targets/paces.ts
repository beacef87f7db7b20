import type { Db } from '../db/database.ts'
import { createPushPace, type PushPace } from './pace.ts'
import type { Provider } from './provider.ts'
import type { RequestCounter } from './request-counter.ts'

/** Returns the pace of a client: providers limit each by itself. Clients with the same id share one. */
export function createPaces(
  db: Db,
  now: () => number,
  stopping: AbortSignal,
  counter: Pick<RequestCounter, 'count'>,
): (provider: Provider) => PushPace {
  const paces = new Map<string, PushPace>()
  return ({ name, client, limits }) => {
    const bucket = `push to ${name} ${client.clientId}`
    const pace = paces.get(bucket) ?? createPushPace(db, bucket, limits, now, stopping, counter)
    paces.set(bucket, pace)
    return pace
  }
}
