import { findDeletedCalendar } from '../calendars/deleted-calendar-store.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import type { Feed } from './feed-cache.ts'
import type { FeedMaker } from './feed-engine.ts'
import { emptyFeed, extentNotice, withdrawnFeed } from './notice-events.ts'
import { PUBLIC_AUDIENCE } from './render-event.ts'
import { viewOf } from './rendered-calendars.ts'
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

export function publicFeeds(maker: FeedMaker) {
  const { database, limit } = maker

  /**
   * Returns the feed of a public calendar. For a draft or deleted calendar it is a notice that the calendar
   * has ended; undefined if there never was such a calendar.
   */
  return async (publisherId: number, calendarId: string): Promise<Feed | undefined> => {
    const [row] = await database.read<PublicRow>(PUBLIC_CALENDAR, [publisherId, calendarId])
    if (!row) return deletedFeed(publisherId, calendarId)
    // The name of a draft is not public.
    if (row.draft === 1) return withdrawn(publisherId, calendarId, undefined, row.version_at)
    const publisher = await maker.publisherAt(publisherId, row.settings_revision)
    const window = feedWindow(publisher.settings, maker.now())
    const view = viewOf(publisher, PUBLIC_AUDIENCE, window)
    const head = { name: row.name, timezone: publisher.timezone }
    const calendar = { calendarId, version: String(row.version) }
    return maker.open({
      key: calendarId,
      version: JSON.stringify([row, window.today]),
      name: row.name,
      of: { kind: 'calendar', publisherId, id: calendarId },
      async write() {
        const { uidHost } = await maker.settings()
        const uid = (suffix: string) => `${calendarId}-${suffix}@${uidHost}`
        const written = await writeFeed({
          ...{ head, limit, today: window.today },
          calendars: [{ private: false, read: (bytes) => maker.calendars.get(view, calendar, bytes) }],
          notice: (extent) => extentNotice(uid('reach'), extent, window.today),
        })
        const writeEmpty = () => emptyFeed({ head, uid: uid('empty'), at: row.created })
        const changesDaily = written?.extent || window.from !== -Infinity || window.to !== Infinity
        const changedAt = Math.max(row.version_at, row.feeds_changed_at, changesDaily ? window.today : 0)
        return { bytes: toBytes(written?.text ?? writeEmpty(), ''), changedAt, extent: written?.extent }
      },
    })
  }

  async function deletedFeed(publisherId: number, calendarId: string): Promise<Feed | undefined> {
    const deleted = await findDeletedCalendar(database.db, publisherId, calendarId)
    return deleted && withdrawn(publisherId, calendarId, deleted.name, deleted.deletedAt)
  }

  /** `name`: undefined if it is not public. `at`: epoch ms. */
  async function withdrawn(publisherId: number, calendarId: string, name: string | undefined, at: number) {
    const { company, timezone } = await getPublisher(database.db, publisherId)
    const head = { name: name ?? company, timezone }
    return maker.open({
      key: calendarId,
      version: JSON.stringify(['withdrawn', head, at]),
      name: head.name,
      of: { kind: 'calendar', publisherId, id: calendarId },
      async write() {
        const { uidHost } = await maker.settings()
        const text = withdrawnFeed({ head, uid: `${calendarId}-ended@${uidHost}`, at })
        return { bytes: toBytes(text, ''), changedAt: at, extent: undefined }
      },
    })
  }
}
