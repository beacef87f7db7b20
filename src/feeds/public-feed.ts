import { findDeletedCalendar } from '../calendars/deleted-calendar-store.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import type { FeedSource } from './feed-cache.ts'
import type { FeedMaker } from './feed-engine.ts'
import { PUBLIC_AUDIENCE } from './render-event.ts'
import { viewOf } from './rendered-calendars.ts'
import { emptyFeed, reachNotice, withdrawnFeed } from './stubs.ts'
import { feedWindow } from './window.ts'
import { toBytes, writeFeed } from './write-feed.ts'

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

/** Finds the feed of a public calendar. */
export function publicFeeds(maker: FeedMaker) {
  const { database, limit } = maker

  /** The feed of a draft or deleted calendar says that it has ended; undefined: there never was such a calendar. */
  return async (publisherId: number, calendarId: string): Promise<FeedSource | undefined> => {
    const [row] = await database.read<PublicRow>(PUBLIC_CALENDAR, [publisherId, calendarId])
    if (!row) return deletedFeed(publisherId, calendarId)
    // The name of a draft is not public yet.
    if (row.draft === 1) return withdrawn(publisherId, calendarId, undefined, row.version_at)
    const publisher = await maker.publisherAt(publisherId, row.settings_revision)
    const window = feedWindow(publisher.settings, maker.now())
    const view = viewOf(publisher, PUBLIC_AUDIENCE, window)
    const head = { name: row.name, timezone: publisher.timezone }
    const calendar = { calendarId, version: String(row.version) }
    return {
      key: calendarId,
      version: JSON.stringify([row, window.today]),
      name: row.name,
      async write() {
        const { uidHost } = await maker.settings()
        const uid = (what: string) => `${calendarId}-${what}@${uidHost}`
        const written = await writeFeed({
          ...{ head, limit, today: window.today },
          calendars: [{ private: false, read: (bytes) => maker.calendars.get(view, calendar, bytes) }],
          notice: (reach) => reachNotice(uid('reach'), reach, window.today),
        })
        const stub = () => emptyFeed({ head, uid: uid('empty'), at: row.created })
        const changesDaily = written?.reach || window.from !== -Infinity || window.to !== Infinity
        const changedAt = Math.max(row.version_at, row.feeds_changed_at, changesDaily ? window.today : 0)
        return { bytes: toBytes(written?.text ?? stub(), ''), changedAt, reach: written?.reach }
      },
    }
  }

  async function deletedFeed(publisherId: number, calendarId: string): Promise<FeedSource | undefined> {
    const deleted = await findDeletedCalendar(database.db, publisherId, calendarId)
    return deleted && withdrawn(publisherId, calendarId, deleted.name, deleted.deletedAt)
  }

  /** `name`: undefined where it is not public. `at`: epoch ms. */
  async function withdrawn(publisherId: number, calendarId: string, name: string | undefined, at: number) {
    const { company, timezone } = await getPublisher(database.db, publisherId)
    const head = { name: name ?? company, timezone }
    return {
      key: calendarId,
      version: JSON.stringify(['withdrawn', head, at]),
      name: head.name,
      async write() {
        const { uidHost } = await maker.settings()
        const text = withdrawnFeed({ head, uid: `${calendarId}-ended@${uidHost}`, at })
        return { bytes: toBytes(text, ''), changedAt: at, reach: undefined }
      },
    }
  }
}
