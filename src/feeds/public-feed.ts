import { viewOf } from './chunk-store.ts'
import { type Feed, joinParts, versionOf } from './feed.ts'
import type { FeedWorkshop } from './feed-workshop.ts'
import type { Audience } from './render-event.ts'
import { emptyFeed } from './stubs.ts'
import { feedWindow } from './window.ts'

const PUBLIC: Audience = { personal: false, reminders: null }

const PUBLIC_CALENDAR = `
  select k.name, k.draft, k.version, k.version_at, k.created, p.settings_revision, p.feeds_changed_at
  from calendar k join publisher p on p.publisher_id = k.publisher_id
  where k.publisher_id = $1 and k.id = $2`

interface PublicRow {
  name: string
  draft: 0 | 1
  version: number
  version_at: number
  created: number
  settings_revision: number
  feeds_changed_at: number
}

/** Makes feeds of public calendars. */
export function publicFeeds(workshop: FeedWorkshop) {
  const { database, bodies, publicUrl, now } = workshop

  /** Undefined when there is no such calendar, or it is a draft. */
  return async (publisherId: number, calendarId: string): Promise<Feed | undefined> => {
    const [row] = await database.read<PublicRow>(PUBLIC_CALENDAR, [publisherId, calendarId])
    if (!row || row.draft === 1) return undefined
    const publisher = await workshop.publisherAt(publisherId, row.settings_revision)
    const window = feedWindow(publisher.settings, now())
    const version = versionOf(publicUrl, 0, window, row)
    const head = { name: row.name, timezone: publisher.timezone }
    const stub = async () => {
      const { uidHost } = await workshop.settings()
      return emptyFeed({ head, uid: `${calendarId}-empty@${uidHost}`, at: row.created })
    }
    const parts = [{ calendarId, version: String(row.version) }]
    const pieces = () => joinParts(workshop, head, viewOf(publisher, PUBLIC, window), parts, '', stub)
    const copy = { key: calendarId, version }
    return {
      version,
      changedAt: Math.max(row.version_at, row.feeds_changed_at, window.since),
      name: row.name,
      body: (gzip) => bodies.get(copy, gzip, pieces),
    }
  }
}
