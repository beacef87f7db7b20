import type { AppContext } from '../../context.ts'
import { listEventsById } from '../../events/event-store.ts'
import { listUpcoming } from '../../events/upcoming-store.ts'
import { feedWindow } from '../../feeds/window.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { type ChangeAhead, listLastChanges } from '../../reach/last-changes.ts'
import { listMostClicked } from '../../statistics/clicked-link-store.ts'
import type { Span } from '../../statistics/period.ts'
import { listWithReach } from './listed-changes.ts'
import type { Overview } from './overview-schemas.ts'

const NEXT_EVENTS = 10
const LINKS = 50

/** The parts of the overview that are about events. */
export function overviewEvents(ctx: AppContext) {
  return { listClicked, nextEvents, lastChanges }

  async function listClicked(publisherId: number, span: Span): Promise<Overview['links']> {
    const clicked = await listMostClicked(ctx.db, publisherId, span, LINKS)
    const ids = [...new Set(clicked.flatMap(({ link }) => link?.eventId ?? []))]
    const events = new Map((await listEventsById(ctx.db, publisherId, ids)).map((event) => [event.id, event]))
    return clicked.map(({ link, clicks }) => {
      if (!link) return { eventId: '', event: '', date: '', position: 0, link: '', deleted: false, clicks }
      const event = events.get(link.eventId)
      const quickLink = event?.quickLinks.find(({ position }) => position === link.position)
      return {
        eventId: link.eventId,
        event: event?.name ?? link.eventName,
        date: event?.startDate ?? link.eventDate,
        position: link.position,
        link: quickLink?.name ?? link.linkName,
        deleted: !event,
        clicks,
      }
    })
  }

  async function nextEvents(
    { id: publisherId, settings }: Publisher,
    now: number,
  ): Promise<Pick<Overview, 'nextEvents' | 'nextEventReach'>> {
    const calendars = new Map(
      (await ctx.publicCalendars.list(publisherId)).map((calendar) => [calendar.id, calendar.name]),
    )
    const events = await listUpcoming(
      ctx.db,
      publisherId,
      { calendarIds: [...calendars.keys()], now, cancelled: true },
      NEXT_EVENTS,
    )
    const [next] = events
    const inFeeds = next !== undefined && next.startAt < feedWindow(settings, now).to
    const counted = inFeeds ? await ctx.nextEventReach.find(publisherId) : undefined
    return {
      nextEvents: events.map((event) => {
        const { id, calendarId, name, location, startDate, endDate, startTime, endTime, timezone } = event
        const calendar = calendars.get(calendarId) ?? ''
        const { cancelled } = event
        const when = { startDate, endDate, startTime, endTime, timezone }
        return { id, calendarId, calendar, name, location, ...when, cancelled }
      }),
      nextEventReach:
        counted?.eventId !== undefined && counted.eventId === next?.id
          ? {
              eventId: counted.eventId,
              ...counted.reach,
              countedAt: new Date(counted.countedAt).toISOString(),
            }
          : null,
    }
  }

  async function lastChanges(
    publisherId: number,
    now: number,
  ): Promise<Pick<Overview, 'lastChanges' | 'leastReached'>> {
    const { newest, least } = await listLastChanges(ctx, publisherId, now)
    const all = [...newest, ...(least ? [least] : [])]
    const listed = await listWithReach(
      ctx,
      publisherId,
      all.map(({ change }) => change),
    )
    const present = (ahead: ChangeAhead, index: number) => ({
      change: listed[index]!,
      others: ahead.others,
    })
    return {
      lastChanges: newest.map(present),
      leastReached: least ? present(least, newest.length) : null,
    }
  }
}
