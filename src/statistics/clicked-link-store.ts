import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import { sumDetails } from './statistic-store.ts'

/** A quick link of a public event, with the names that it had at its last click. */
export interface ClickedLink {
  eventId: string
  /** 1 to 10. */
  position: number
  eventName: string
  /** YYYY-MM-DD, the local day on which the event starts. */
  eventDate: string
  linkName: string
}

const PREFIX = 'clicks:'
/** Private events belong to one person each, so the clicks on all their links are one number. */
export const PRIVATE_LINKS = 'private'

/** The name under which clicks on a link are counted; undefined stands for any link of a private event. */
export function clicksOf(link: Pick<ClickedLink, 'eventId' | 'position'> | undefined): `clicks:${string}` {
  return `${PREFIX}${link ? `${link.eventId}:${link.position}` : PRIVATE_LINKS}`
}

/** Stores the names of clicked links. */
export async function saveClickedLinks(tx: Db, publisherId: number, links: ClickedLink[]): Promise<void> {
  // In a fixed order, so that two processes can't deadlock.
  for (const link of links.toSorted((a, b) => (clicksOf(a) < clicksOf(b) ? -1 : 1))) {
    const names = { event_name: link.eventName, event_date: link.eventDate, link_name: link.linkName }
    await tx
      .insertInto('clicked_link')
      .values({ publisher_id: publisherId, event_id: link.eventId, position: link.position, ...names })
      .onConflict((conflict) => conflict.columns(['publisher_id', 'event_id', 'position']).doUpdateSet(names))
      .execute()
  }
}

/** The clicks on a link; `link` is undefined for the links of private events. */
export interface LinkClicks {
  link: ClickedLink | undefined
  clicks: number
}

/** Lists the most clicked links from one day to another, both included, the most clicked first. */
export async function listMostClicked(
  db: Db,
  publisherId: number,
  days: { from: string; to: string },
  limit: number,
): Promise<LinkClicks[]> {
  const sums = await sumDetails(db, publisherId, PREFIX, days, limit)
  const ids = [...new Set(sums.map(({ name }) => name.split(':')[1]!))]
  const rows = await db
    .selectFrom('clicked_link')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where(inList(db, 'event_id', ids))
    .execute()
  const links = new Map(
    rows.map((row) => {
      const { event_id: eventId, position, event_name: eventName, event_date: eventDate } = row
      const link: ClickedLink = { eventId, position, eventName, eventDate, linkName: row.link_name }
      return [clicksOf(link), link]
    }),
  )
  return sums.map(({ name, value }) => ({ link: links.get(name as `clicks:${string}`), clicks: value }))
}
