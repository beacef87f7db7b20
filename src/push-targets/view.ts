import { findCalendar } from '../calendars/calendar-store.ts'
import { paletteOf } from '../colors.ts'
import type { AppContext } from '../context.ts'
import { openAccount } from '../dav/account.ts'
import {
  hashOf,
  isShown,
  listCollections,
  publicCollection,
  type SyncedCollection,
} from '../dav/collection.ts'
import { audienceOf, stampOf } from '../dav/look.ts'
import type { Member } from '../dav/member-store.ts'
import { calendarsOf } from '../events/event.ts'
import { readRevisedEvents } from '../events/nearest-events.ts'
import { type Audience, feedEvent, fillHoles, PUBLIC_AUDIENCE } from '../feeds/render-event.ts'
import { dayOf } from '../feeds/window.ts'
import { cancelledEventsOf, type Publisher } from '../publishers/publisher.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { currentRevision } from '../revisions/revision.ts'
import type { PushedEvent, RemoteCalendar } from './provider.ts'
import type { SyncedState, Target } from './target.ts'

export type ViewContext = Pick<
  AppContext,
  'db' | 'database' | 'feeds' | 'links' | 'publicCalendars' | 'history' | 'now'
>

/** What a target shows, at one revision. */
export interface View {
  publisher: Publisher
  calendar: RemoteCalendar
  /** The colour that the calendar has at first: `#rrggbb`. The person may choose another one. */
  color: string
  /** In their order: an event that several have is shown in the first. */
  collections: SyncedCollection[]
  audience: Audience
  /** The token of the manage link in each event of a person; null: there is none. */
  manageToken: string | null
  /** The state of a target that shows all of it. */
  state: SyncedState
}

/** An event with what decides when it is written. Times are epoch ms. */
export interface ShownEvent extends PushedEvent {
  startAt: number
  endAt: number
}

/** Raise it when a release writes events differently: they are then written anew. */
const WRITING = 1
const DAY_MS = 86_400_000

/** Opens what a target shows. Undefined: the calendar or the person is there no more. */
export async function openView(ctx: ViewContext, target: Target): Promise<View | undefined> {
  return target.kind === 'mirror' ? openMirror(ctx, target) : openPerson(ctx, target)
}

async function openMirror(ctx: ViewContext, { publisherId, calendarId }: Target): Promise<View | undefined> {
  // Before the rest, so that the state is never newer than what was read.
  const revision = await currentRevision(ctx.db, publisherId)
  const row = await findCalendar(ctx.db, publisherId, calendarId ?? '')
  if (!row) return undefined
  const publisher = await getPublisher(ctx.db, publisherId)
  // The mirror of a draft stays, without events: whoever added it would not find a new one.
  const collections = row.draft
    ? []
    : [publicCollection(publisher, row, await ctx.feeds.settings(), ctx.now())]
  const { note: description } = row
  const calendar = {
    title: row.draft ? publisher.company : row.name,
    description,
    timezone: publisher.timezone,
  }
  return viewOf(
    ctx,
    {
      publisher,
      calendar,
      color: colorOf(publisher),
      collections,
      audience: PUBLIC_AUDIENCE,
      manageToken: null,
    },
    revision,
  )
}

async function openPerson(ctx: ViewContext, { publisherId, link }: Target): Promise<View | undefined> {
  if (!link) return undefined
  const account = await openAccount(ctx, { publisherId, id: link.subscriberId, number: link.number })
  if (!account || account.ended) return undefined
  const { publisher } = account
  const { company: title, timezone } = publisher
  const parts = {
    ...{ publisher, calendar: { title, description: '', timezone }, color: colorOf(publisher) },
    audience: audienceOf(account),
    collections: await listCollections(ctx, account),
    manageToken: ctx.links.token('manage', account.target),
  }
  return viewOf(ctx, parts, account.revision)
}

function colorOf({ settings }: Publisher): string {
  return paletteOf(settings.displayPrimaryColor, settings.displaySecondaryColor)(0)
}

function viewOf(ctx: ViewContext, parts: Omit<View, 'state'>, revision: number): View {
  const views = parts.collections.map(({ calendarId, view }) => [calendarId, view])
  // A database that went back does not know of all that was written: then the calendar is compared as a whole.
  const view = hashOf([WRITING, ctx.history.beganAt, parts.calendar, views])
  return { ...parts, state: { revision, day: dayOf(ctx.now()) / DAY_MS, view } }
}

/** Returns the stamp of an event in a collection. */
export function stampIn(member: Member, { look }: SyncedCollection): string {
  return stampOf(member, look).etag.replaceAll('"', '')
}

/** Reads those of these events that a view shows, as they are now. */
export async function readShown(
  ctx: ViewContext,
  view: View,
  ids: string[],
): Promise<Map<string, ShownEvent>> {
  const shown = new Map<string, ShownEvent>()
  const { audience, manageToken, publisher } = view
  const settings = await ctx.feeds.settings()
  const cancelled = cancelledEventsOf(publisher.settings)
  for (const collection of view.collections) {
    const { calendarId } = collection
    const left = ids.filter((id) => !shown.has(id))
    if (calendarId === undefined || left.length === 0) continue
    for (const { event, revision } of await readRevisedEvents(ctx.database, publisher.id, calendarId, left)) {
      const member = { ...event, revision, calendarIds: calendarsOf(event) }
      if (!isShown(member, collection)) continue
      const { footer, ...rest } = feedEvent(event, audience, settings, cancelled)
      shown.set(event.id, {
        ...rest,
        ...(footer && manageToken !== null && { footer: fillHoles(footer, manageToken) }),
        ...{ id: event.id, stamp: stampIn(member, collection), startAt: event.startAt, endAt: event.endAt },
      })
    }
  }
  return shown
}
