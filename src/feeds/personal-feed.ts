import { createHash } from 'node:crypto'
import type { LinkTarget } from '../links/links.ts'
import { manageUrl } from '../links/links.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { findPublisher } from '../publishers/publisher-store.ts'
import { findErased } from '../subscribers/erased-store.ts'
import { languageFrom } from '../words/index.ts'
import type { Feed } from './feed-cache.ts'
import type { FeedMaker } from './feed-engine.ts'
import { type FeedState, lastChange, type PendingState, type SubscriberState } from './feed-states.ts'
import { emptyFeed, endedFeed, extentNotice } from './notice-events.ts'
import { type CalendarVersion, viewOf } from './rendered-calendars.ts'
import { dayOf, feedWindow } from './window.ts'
import { type FeedHead, toBytes, writeFeed } from './write-feed.ts'

/** The feed behind a subscriber's link. */
export interface PersonalFeed extends Feed {
  /** True: the link is not the subscriber's own yet. */
  pending: boolean
  /** The feed has all changes up to this revision of the publisher; 0 if it has ended. */
  revision: number
}

/** The content of a feed. A pending link's has the calendars it asked for; an own link's has all of the subscriber. */
interface Content {
  calendars: CalendarVersion[]
  reminders: string[] | null
  remindersSince: number
  /** The part of notices' UIDs that differs between feeds. */
  uid: string
}

export function personalFeeds(maker: FeedMaker) {
  const { database, links, publicUrl, limit, states } = maker

  /**
   * Returns the feed of a link. If the link is not stored any more, it is a notice that the feed has ended;
   * undefined if there is no such publisher.
   */
  return async (target: LinkTarget): Promise<PersonalFeed | undefined> => {
    const { publisherId, id } = target
    const known = await states.read(target)
    if (!known) return forgottenFeed(target)
    const { state } = known
    const publisher = await maker.publisherAt(publisherId, state.settings_revision)
    const feed = await maker.open({
      key: keyOf(target),
      version: `${state.version} ${dayOf(maker.now())}`,
      name: publisher.company,
      ...(!state.pending && { of: { kind: 'subscriber', publisherId, id } }),
      write() {
        const endedAt = endOf(state)
        if (endedAt === undefined) return writeLive(target, state, publisher)
        return writeEnded(headOf(publisher), endedUid(target, state), endedAt, lastChange(state))
      },
    })
    const revision = endOf(state) === undefined ? known.revision : 0
    return Object.assign(feed, { pending: state.pending, revision })
  }

  async function writeLive(target: LinkTarget, state: FeedState, publisher: Publisher) {
    const content = state.pending ? pendingContent(target, state) : ownContent(state)
    const window = feedWindow(publisher.settings, maker.now())
    const { reminders, remindersSince } = content
    const language = languageFrom(state.language)
    const view = viewOf(publisher, { personal: true, language, reminders, remindersSince }, window)
    const token = links.token('manage', target)
    const portal = { url: manageUrl(publicUrl, token), language }
    const head = headOf(publisher)
    const { uidHost } = await maker.settings()
    const uid = (suffix: string) => `${content.uid}-${suffix}@${uidHost}`
    const written = await writeFeed({
      ...{ head, limit, today: window.today },
      calendars: content.calendars.map((calendar) => ({
        private: calendar.calendarId === content.uid,
        read: (bytes) => maker.calendars.get(view, calendar, bytes),
      })),
      notice: (extent) => extentNotice(uid('reach'), extent, window.today, portal),
    })
    const writeEmpty = () => emptyFeed({ head, uid: uid('empty'), at: state.created }, portal)
    const changesDaily = written?.extent !== undefined || window.from !== -Infinity || window.to !== Infinity
    return {
      bytes: toBytes(written?.text ?? writeEmpty(), token),
      changedAt: Math.max(lastChange(state), changesDaily ? window.today : 0),
      extent: written?.extent,
    }
  }

  /** The feed of an erased subscriber, or of a pending link that was forgotten. */
  async function forgottenFeed(target: LinkTarget): Promise<PersonalFeed | undefined> {
    const { publisherId, id, number } = target
    const publisher = await findPublisher(database.db, publisherId)
    if (!publisher) return undefined
    const erased = await findErased(database.db, publisherId, id)
    const head = headOf(publisher)
    // It is not known when a forgotten feed ended. An event of today is one that people see.
    const today = dayOf(maker.now())
    const uid = erased ? `${erased.privateCalendarId}-ended-${number}` : endedUid(target)
    const feed = await maker.open({
      key: keyOf(target),
      version: JSON.stringify([erased ?? today, head]),
      name: head.name,
      write: () => writeEnded(head, uid, erased?.endedAt ?? today, erased?.erasedAt ?? today),
    })
    return Object.assign(feed, { pending: false, revision: 0 })
  }

  async function writeEnded(head: FeedHead, uid: string, at: number, changedAt: number) {
    const { uidHost } = await maker.settings()
    const text = endedFeed({ head, uid: `${uid}@${uidHost}`, at })
    return { bytes: toBytes(text, ''), changedAt, extent: undefined }
  }

  function endedUid(target: LinkTarget, state?: FeedState): string {
    const uid = state && !state.pending ? state.private_calendar_id : pendingUid(target)
    return `${uid}-ended-${target.number}`
  }

  function pendingContent(target: LinkTarget, { calendars }: PendingState): Content {
    const uid = pendingUid(target)
    return { calendars: versionsOf(calendars), reminders: null, remindersSince: 0, uid }
  }

  /** A hash of the feed's address, which tells a stranger no id of the subscriber. */
  function pendingUid(target: LinkTarget): string {
    return createHash('sha256').update(links.token('feed', target)).digest('hex').slice(0, 24)
  }
}

function keyOf({ publisherId, id, number }: LinkTarget): string {
  return `${publisherId}:${id}:${number}`
}

function headOf({ company, timezone }: Publisher): FeedHead {
  return { name: company, timezone }
}

/** When the feed ended (epoch ms); undefined while it lives. */
export function endOf(state: FeedState): number | undefined {
  if (state.pending) return state.ended_at ?? undefined
  return state.link_ended_at ?? (state.active ? undefined : (state.ended_at ?? lastChange(state)))
}

/** The private calendar comes last. */
function ownContent(state: SubscriberState): Content {
  const { private_calendar_id: uid, private_revision, revision, reminders, reminders_at } = state
  const calendars = versionsOf(state.calendars)
  if (private_revision !== null)
    calendars.push({ calendarId: uid, version: `${revision}.${private_revision}` })
  const own = reminders === null ? null : (JSON.parse(reminders) as string[])
  return { calendars, reminders: own, remindersSince: reminders_at, uid }
}

/** Reads the public calendars of a state. */
export function versionsOf(calendars: string | null): CalendarVersion[] {
  return (calendars ?? '')
    .split(',')
    .filter(Boolean)
    .map((part) => ({ calendarId: part.slice(0, 24), version: part.slice(25) }))
}
