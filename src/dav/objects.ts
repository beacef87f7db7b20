import type { AppContext } from '../context.ts'
import { calendarsOf } from '../events/event.ts'
import { readRevisedEvents } from '../events/nearest-events.ts'
import { endedObject } from '../feeds/notice-events.ts'
import { fillHoles, renderFeedEvent } from '../feeds/render-event.ts'
import { CALENDAR_END, CALENDAR_START } from '../ics/calendar.ts'
import { vtimezone } from '../ics/vtimezone.ts'
import type { DavAccount } from './account.ts'
import { type Collection, isShown } from './collection.ts'
import { audienceOf, cancelledOf, type Stamp, stampOf } from './look.ts'
import { ENDED_ID, endedStamp } from './sync.ts'

/** An event as an object of a collection (RFC 4791, 4.1). */
export interface DavObject extends Stamp {
  id: string
  /** The iCalendar object. */
  text: string
}

type ObjectContext = Pick<AppContext, 'database' | 'feeds' | 'links'>

/** Reads objects of a collection by id, in the order of the ids. Those that it does not show are missing. */
export async function readObjects(
  ctx: ObjectContext,
  account: DavAccount,
  collection: Collection,
  ids: string[],
): Promise<DavObject[]> {
  const { calendarId, look } = collection
  if (account.ended) return ids.includes(ENDED_ID) ? [await endedNotice(ctx, account, account.ended)] : []
  if (calendarId === undefined) return []
  const settings = await ctx.feeds.settings()
  const [audience, cancelledEvents] = [audienceOf(account), cancelledOf(account)]
  const token = ctx.links.token('manage', account.target)
  const revised = await readRevisedEvents(ctx.database, account.publisher.id, calendarId, ids)
  return revised.flatMap(({ event, revision }) => {
    const member = { ...event, revision, calendarIds: calendarsOf(event) }
    if (!isShown(member, collection)) return []
    const { text, zone } = renderFeedEvent(event, audience, settings, cancelledEvents)
    const whole = CALENDAR_START + (zone ? vtimezone(zone) : '') + fillHoles(text, token) + CALENDAR_END
    return [{ id: event.id, ...stampOf(member, look), text: whole }]
  })

  async function endedNotice(
    { feeds }: ObjectContext,
    { publisher }: DavAccount,
    { at, uid }: { at: number; uid: string },
  ): Promise<DavObject> {
    const { uidHost } = await feeds.settings()
    const number = account.target.number
    const text = endedObject({ name: publisher.company, uid: `${uid}-ended-${number}@${uidHost}`, at })
    return { id: ENDED_ID, ...endedStamp(collection), text }
  }
}
