import type { Calendar } from '../../calendars/calendar.ts'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { addLinks } from '../../events/add-links.ts'
import type { CalendarEvent } from '../../events/event.ts'
import { listLiveCalendars } from '../../events/event-calendars.ts'
import { COUNTED_MS, type EventPicture } from '../../events/event-change.ts'
import { listChangesOfEvents } from '../../events/event-change-store.ts'
import { eventPath, readEventKey } from '../../events/event-path.ts'
import { findEvent } from '../../events/event-store.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { findPublisher } from '../../publishers/publisher-store.ts'
import { standardButton } from '../../widgets/widget.ts'
import { listWidgets } from '../../widgets/widget-store.ts'
import type { EventPage } from './answers.ts'
import { presentPublisher, presentUpcoming } from './present.ts'
import { trackedLinks } from './tracked-links.ts'

export interface PublicEvent {
  publisher: Publisher
  /** The first of its calendars whose events have pages. */
  calendar: Calendar
  event: CalendarEvent
}

export interface FoundEvent extends PublicEvent {
  /** All its calendars that are no drafts. */
  calendars: Calendar[]
}

/** An event before it was moved. */
export interface Moved {
  before: EventPicture
  /** Epoch ms. */
  startAt: number
}

/**
 * Finds a public event by the key of its page's address. Throws `not_found` for private events and drafts, and if the
 * events of none of its calendars have pages.
 */
export async function getPublicEvent(ctx: AppContext, key: string): Promise<FoundEvent> {
  const found = readEventKey(key)
  const publisher = found && (await findPublisher(ctx.db, found.publisherId))
  const event = publisher && (await findEvent(ctx.db, publisher.id, found.id))
  const isPublic = event && !event.private && !event.draft
  const calendars = isPublic ? await listLiveCalendars(ctx.db, event) : []
  const calendar = calendars.find(({ eventPages }) => eventPages)
  if (!calendar || !isPublic) throw new AppError('not_found', 'Not Found')
  return { publisher, calendar, calendars, event }
}

/** Returns the data of an event's page. */
export async function eventPage(
  ctx: AppContext,
  { publisher, calendar, calendars, event }: FoundEvent,
  moved: Moved | undefined,
): Promise<EventPage> {
  const { publicUrl } = ctx.config.http
  const widgets = await listWidgets(ctx.db, publisher.id)
  return {
    event: presentUpcoming(ctx, event, calendar),
    calendars: calendars.map(({ id, name }) => ({ id, name })),
    links: trackedLinks(event, ctx),
    movedFrom: moved ? { ...moved.before, startAt: moved.startAt } : false,
    add: addLinks(event, `${publicUrl}${eventPath(event)}`),
    publisher: presentPublisher(publisher),
    widgetId: standardButton(widgets, calendar.id)?.id ?? false,
  }
}

/** Finds the event before it was last moved; undefined if that was long ago, or never. */
export async function findMoved({ db, now }: AppContext, event: CalendarEvent): Promise<Moved | undefined> {
  const changes = await listChangesOfEvents(db, event.publisherId, [event.id], now() - COUNTED_MS)
  const last = changes.findLast(({ kinds }) => kinds.includes('moved'))
  return last?.before ? { before: last.before, startAt: last.startBefore } : undefined
}
