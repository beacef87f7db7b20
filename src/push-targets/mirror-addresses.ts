import type { Db } from '../db/database.ts'
import type { PublisherProviders } from './providers.ts'
import { listOpenMirrors } from './target-store.ts'

/** Returns the addresses at which people add open mirrors at Google, by the ids of their calendars. */
export async function mirrorAddresses(
  db: Db,
  { google }: PublisherProviders,
  publisherId: number,
): Promise<ReadonlyMap<string, string>> {
  if (!google) return new Map()
  const mirrors = await listOpenMirrors(db, publisherId)
  return new Map(mirrors.map(({ calendarId, remoteId }) => [calendarId, google.addUrl(remoteId)]))
}
