import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import { listLiveEvents } from '../events/event-store.ts'
import { cancelledEventsOf, type Publisher } from '../publishers/publisher.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { findErased } from '../subscribers/erased-store.ts'
import { assemble, feedWindow, type Window } from './assemble.ts'
import { type Chunk, renderChunk } from './chunk.ts'
import { type FeedState, lastChange, readFeedState } from './feed-state.ts'
import type { Links, LinkTarget } from './links.ts'
import { type Audience, type FeedSettings, manageUrl } from './render-event.ts'
import { emptyFeed, endedFeed } from './stubs.ts'

/** Raised whenever the same data would be written differently, so that copies made before are not kept. */
const FORMAT = 1
const PUBLISHERS_CACHED = 1000

/** A feed ready to be sent. */
export interface Feed {
  /** Names the version of the content; part of the entity tag. */
  version: string
  bytes: Buffer
  /** Made when first asked for. */
  gzip: Buffer | undefined
  /** Epoch ms of the last change. */
  changedAt: number
  /** The file's name without extension. */
  name: string
}

/** Puts feeds together from what is cached by version; knows nothing of HTTP. */
export interface FeedEngine {
  /** The feed a subscriber's link opens, which of an erased one says that it has ended; undefined: nobody's. */
  personal(target: LinkTarget): Promise<Feed | undefined>
  /** The version that feed is at now; undefined when there is no such subscriber. */
  version(target: LinkTarget): Promise<string | undefined>
  /** A public calendar's feed; undefined when there is none, or it is a draft. */
  publicCalendar(publisherId: number, calendarId: string): Promise<Feed | undefined>
  gzip(feed: Feed): Buffer
}

interface Options {
  database: Database
  links: Links
  publicUrl: string
  /** Right of the `@` in every UID; asked for once, when the first feed is made. */
  uidHost: () => Promise<string>
  cacheBytes: number
  now: () => number
}

const PUBLIC: Audience = { personal: false, reminders: null }

export function createFeedEngine(options: Options): FeedEngine {
  const { database, links, publicUrl, cacheBytes, now } = options
  const chunks = new LRUCache<string, Chunk>({
    maxSize: cacheBytes / 2,
    sizeCalculation: (chunk) => chunk.bytes.length + 200 * chunk.entries.length + 200,
  })
  const feeds = new LRUCache<string, Feed>({
    maxSize: cacheBytes / 2,
    sizeCalculation: (feed) => feed.bytes.length + (feed.gzip?.length ?? 0) + 500,
  })
  const publishers = new LRUCache<number, Publisher>({ max: PUBLISHERS_CACHED })

  let uidHost: string | undefined
  async function feedSettings(): Promise<FeedSettings> {
    uidHost ??= await options.uidHost()
    return { links, publicUrl, uidHost }
  }

  const versions = new WeakMap<object, { since: number; generation: number; version: string }>()

  /**
   * Names a version by all that went into it and may change. Remembered for as long as the database gives the
   * very same row.
   */
  function versionOf(row: object, window: Window, generation: number): string {
    const known = versions.get(row)
    if (known?.since === window.since && known.generation === generation) return known.version
    const text = JSON.stringify([FORMAT, publicUrl, generation, window, row])
    const version = createHash('sha1').update(text).digest('base64url')
    versions.set(row, { since: window.since, generation, version })
    return version
  }

  async function publisherAt(id: number, settingsRevision: number): Promise<Publisher> {
    const cached = publishers.get(id)
    if (cached && cached.settingsRevision >= settingsRevision) return cached
    const publisher = await getPublisher(database.db, id)
    publishers.set(id, publisher)
    return publisher
  }

  async function chunkOf(publisher: Publisher, calendarId: string, version: string, audience: Audience) {
    const calledOff = cancelledEventsOf(publisher.settings)
    const reminders = audience.reminders?.join() ?? 'as published'
    const key = [calendarId, version, audience.personal, reminders, ...Object.values(calledOff)].join(':')
    const cached = chunks.get(key)
    if (cached) return cached
    // A change committed since the version was read may be in it already: newer than its name, never older.
    const events = await listLiveEvents(database.db, publisher.id, calendarId)
    const chunk = renderChunk(events, audience, await feedSettings(), calledOff)
    chunks.set(key, chunk)
    return chunk
  }

  /** The kept feed of this key when it is of this version, else a new one, kept from now on. */
  async function cachedFeed(
    key: string,
    version: string,
    make: () => Promise<Omit<Feed, 'version' | 'gzip'>>,
  ) {
    const cached = feeds.get(key)
    if (cached?.version === version) return cached
    const feed: Feed = { version, gzip: undefined, ...(await make()) }
    feeds.set(key, feed)
    return feed
  }

  async function erasedFeed({ publisherId, id, number: generation }: LinkTarget): Promise<Feed | undefined> {
    const erased = await findErased(database.db, publisherId, id)
    if (!erased) return undefined
    const { company: name, timezone } = await getPublisher(database.db, publisherId)
    const { uidHost } = await feedSettings()
    const uid = `${erased.privateCalendarId}-ended-${generation}@${uidHost}`
    const bytes = endedFeed({ head: { name, timezone }, uid, at: erased.endedAt })
    const version = createHash('sha1').update(bytes).digest('base64url')
    return { version, bytes, gzip: undefined, changedAt: erased.erasedAt, name }
  }

  return {
    async personal(target) {
      const { publisherId, id, number: generation } = target
      const state = await readFeedState(database, publisherId, id)
      const publisher = state && (await publisherAt(publisherId, state.settings_revision))
      if (!state || !publisher) return erasedFeed(target)
      const window = feedWindow(publisher.settings, now())
      const key = `${publisherId}:${id}:${generation}`
      const version = versionOf(state, window, generation)
      const head = { name: publisher.company, timezone: publisher.timezone }

      return cachedFeed(key, version, async () => {
        const settings = await feedSettings()
        const uid = (what: string) => `${state.private_calendar_id}-${what}@${settings.uidHost}`
        const rotations = JSON.parse(state.rotations) as number[]
        const endedAt =
          rotations[generation] ?? (state.active ? undefined : (state.ended_at ?? lastChange(state)))
        if (endedAt !== undefined) {
          const bytes = endedFeed({ head, uid: uid(`ended-${generation}`), at: endedAt })
          return { bytes, changedAt: lastChange(state), name: head.name }
        }
        const reminders = state.reminders === null ? null : (JSON.parse(state.reminders) as string[])
        const audience = { personal: true, reminders }
        const parts = partsOf(state)
        const rendered: Chunk[] = []
        for (const part of parts) rendered.push(await chunkOf(publisher, part.id, part.version, audience))
        const token = links.token('manage', target)
        const bytes =
          assemble(head, rendered, window, token) ??
          emptyFeed({ head, uid: uid('empty'), at: state.created }, manageUrl(publicUrl, token))
        return { bytes, changedAt: Math.max(lastChange(state), window.since), name: head.name }
      })
    },

    async version({ publisherId, id, number: generation }) {
      const state = await readFeedState(database, publisherId, id)
      if (!state) return undefined
      const publisher = await publisherAt(publisherId, state.settings_revision)
      return versionOf(state, feedWindow(publisher.settings, now()), generation)
    },

    async publicCalendar(publisherId, calendarId) {
      const [row] = await database.read<PublicRow>(PUBLIC_CALENDAR, [publisherId, calendarId])
      if (!row || row.draft === 1) return undefined
      const publisher = await publisherAt(publisherId, row.settings_revision)
      const window = feedWindow(publisher.settings, now())
      const head = { name: row.name, timezone: publisher.timezone }
      return cachedFeed(calendarId, versionOf(row, window, 0), async () => {
        const chunk = await chunkOf(publisher, calendarId, String(row.version), PUBLIC)
        const { uidHost } = await feedSettings()
        const stub = { head, uid: `${calendarId}-empty@${uidHost}`, at: row.created }
        const bytes = assemble(head, [chunk], window, '') ?? emptyFeed(stub)
        const changedAt = Math.max(row.version_at, row.feeds_changed_at, window.since)
        return { bytes, changedAt, name: row.name }
      })
    },

    gzip(feed) {
      feed.gzip ??= gzipSync(feed.bytes)
      return feed.gzip
    },
  }
}

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

/** The calendars a subscriber's feed is made of, its private one last, each with its version. */
function partsOf(state: FeedState): { id: string; version: string }[] {
  const calendars = (state.calendars ?? '').split(',').filter(Boolean)
  const parts = calendars.map((part) => ({ id: part.slice(0, 24), version: part.slice(25) }))
  if (state.private_revision === null) return parts
  const version = `${state.revision}.${state.private_revision}`
  return [...parts, { id: state.private_calendar_id, version }]
}
