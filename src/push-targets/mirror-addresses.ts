import type { AppContext } from '../context.ts'
import { listOpenMirrors } from './target-store.ts'

/** Returns the addresses at which people add open mirrors at Google, by the ids of their calendars. */
export async function mirrorAddresses(
  { db, providers: { google } }: Pick<AppContext, 'db' | 'providers'>,
  publisherId: number,
): Promise<ReadonlyMap<string, string>> {
  if (!google) return new Map()
  const mirrors = await listOpenMirrors(db, publisherId)
  return new Map(mirrors.map(({ calendarId, remoteId }) => [calendarId, google.addUrl(remoteId)]))
}
