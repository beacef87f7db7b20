import type { Publisher } from '../publishers/publisher.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { findErased } from '../subscribers/erased-store.ts'
import type { FeedSource } from './feed-cache.ts'
import type { FeedMaker } from './feed-engine.ts'
import { createFeedStates, type FeedState, lastChange } from './feed-states.ts'
import type { LinkTarget } from './links.ts'
import { manageUrl } from './render-event.ts'
import { type CalendarVersion, viewOf } from './rendered-calendars.ts'
import { emptyFeed, endedFeed, reachNotice } from './stubs.ts'
import { feedWindow } from './window.ts'
import { type FeedHead, toBytes, writeFeed } from './write-feed.ts'

/** Finds the feed of a subscriber's link. */
export function personalFeeds(maker: FeedMaker) {
  const { database, links, publicUrl, limit } = maker
  const states = createFeedStates(database)

  /** The feed of an erased subscriber says that it has ended; undefined: the publisher never had such a subscriber. */
  return async (target: LinkTarget): Promise<FeedSource | undefined> => {
    const { publisherId, id, number } = target
    const state = await states.read(publisherId, id)
    if (!state) return erasedFeed(target)
    const publisher = await maker.publisherAt(publisherId, state.settings_revision)
    const source = {
      key: keyOf(target),
      version: JSON.stringify([state, dayOfWindow(publisher)]),
      name: publisher.company,
    }
    const endedAt = endOf(state, number)
    const write = () =>
      endedAt === undefined
        ? writeLive(target, state, publisher)
        : writeEnded(headOf(publisher), state.private_calendar_id, number, endedAt, lastChange(state))
    return { ...source, write }
  }

  function dayOfWindow(publisher: Publisher): number {
    return feedWindow(publisher.settings, maker.now()).today
  }

  async function writeLive(target: LinkTarget, state: FeedState, publisher: Publisher) {
    const window = feedWindow(publisher.settings, maker.now())
    const reminders = state.reminders === null ? null : (JSON.parse(state.reminders) as string[])
    const view = viewOf(publisher, { personal: true, reminders, remindersSince: state.reminders_at }, window)
    const token = links.token('manage', target)
    const portal = manageUrl(publicUrl, token)
    const head = headOf(publisher)
    const { uidHost } = await maker.settings()
    const uid = (what: string) => `${state.private_calendar_id}-${what}@${uidHost}`
    const written = await writeFeed({
      ...{ head, limit, today: window.today },
      calendars: calendarsOf(state).map((calendar) => ({
        private: calendar.calendarId === state.private_calendar_id,
        read: (bytes) => maker.calendars.get(view, calendar, bytes),
      })),
      notice: (reach) => reachNotice(uid('reach'), reach, window.today, portal),
    })
    const stub = () => emptyFeed({ head, uid: uid('empty'), at: state.created }, portal)
    const changesDaily = written?.reach !== undefined || window.from !== -Infinity || window.to !== Infinity
    return {
      bytes: toBytes(written?.text ?? stub(), token),
      changedAt: Math.max(lastChange(state), changesDaily ? window.today : 0),
      reach: written?.reach,
    }
  }

  async function erasedFeed(target: LinkTarget): Promise<FeedSource | undefined> {
    const { publisherId, id, number } = target
    const erased = await findErased(database.db, publisherId, id)
    if (!erased) return undefined
    const head = headOf(await getPublisher(database.db, publisherId))
    return {
      key: keyOf(target),
      version: JSON.stringify([erased, head]),
      name: head.name,
      write: () => writeEnded(head, erased.privateCalendarId, number, erased.endedAt, erased.erasedAt),
    }
  }

  async function writeEnded(
    head: FeedHead,
    privateCalendarId: string,
    number: number,
    at: number,
    changedAt: number,
  ) {
    const { uidHost } = await maker.settings()
    const text = endedFeed({ head, uid: `${privateCalendarId}-ended-${number}@${uidHost}`, at })
    return { bytes: toBytes(text, ''), changedAt, reach: undefined }
  }
}

function keyOf({ publisherId, id, number }: LinkTarget): string {
  return `${publisherId}:${id}:${number}`
}

function headOf({ company, timezone }: Publisher): FeedHead {
  return { name: company, timezone }
}

/** When the feed of this generation of links ended (epoch ms); undefined while it lives. */
function endOf(state: FeedState, generation: number): number | undefined {
  const rotations = JSON.parse(state.rotations) as number[]
  return rotations[generation] ?? (state.active ? undefined : (state.ended_at ?? lastChange(state)))
}

/** The calendars of a subscriber's feed, the private one last, each with its version. */
function calendarsOf(state: FeedState): CalendarVersion[] {
  const calendars = (state.calendars ?? '')
    .split(',')
    .filter(Boolean)
    .map((part) => ({ calendarId: part.slice(0, 24), version: part.slice(25) }))
  if (state.private_revision === null) return calendars
  const version = `${state.revision}.${state.private_revision}`
  return [...calendars, { calendarId: state.private_calendar_id, version }]
}
