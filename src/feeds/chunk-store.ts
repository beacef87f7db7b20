import { LRUCache } from 'lru-cache'
import type { Database } from '../db/database.ts'
import { listLiveEvents } from '../events/event-store.ts'
import { cancelledEventsOf, type Publisher } from '../publishers/publisher.ts'
import { type Chunk, renderChunk, withoutFirst } from './chunk.ts'
import type { Audience, FeedSettings } from './render-event.ts'
import type { Window } from './window.ts'

/** What an event's place and holes take in memory, about. */
const ENTRY_BYTES = 300
/** What a chunk takes beside its plain octets once it is deflated too, as part of them: more than it ever was. */
const DEFLATED = 0.5

/** How one kind of reader sees the calendars of a publisher. */
export interface View {
  publisher: Publisher
  audience: Audience
  window: Window
  /** The same for all views that show the same. */
  key: string
}

export function viewOf(publisher: Publisher, audience: Audience, window: Window): View {
  const { mode, mark, since } = cancelledEventsOf(publisher.settings)
  const reminders = audience.reminders?.join() ?? 'as published'
  const key = [audience.personal, reminders, mode, mark, since, window.from, window.to].join(':')
  return { publisher, audience, window, key }
}

/** A calendar at one version. */
export interface Part {
  calendarId: string
  version: string
}

/** Chunks, kept by version: they need no invalidation. */
export interface ChunkStore {
  /** At once where it is kept. */
  get(view: View, part: Part): Chunk | Promise<Chunk>
  /** A chunk that came from `get`, without its first events. */
  withoutFirst(chunk: Chunk, count: number): Chunk
  figures(): CacheFigures
}

export interface CacheFigures {
  bytes: number
  entries: number
}

export function createChunkStore(
  database: Database,
  settings: () => Promise<FeedSettings>,
  maxBytes: number,
): ChunkStore {
  const chunks = new LRUCache<string, Chunk>({ maxSize: 0.8 * maxBytes })
  const cuts = new LRUCache<string, Chunk>({ maxSize: 0.2 * maxBytes })
  /** Those being made: after a change many readers want the same one at once. */
  const coming = new Map<string, Promise<Chunk>>()
  const keys = new WeakMap<Chunk, string>()

  async function make(
    key: string,
    { publisher, audience, window }: View,
    calendarId: string,
  ): Promise<Chunk> {
    // A change committed since the version was read may be in it already: newer than its name, never older.
    const events = await listLiveEvents(database, publisher.id, calendarId)
    const chunk = renderChunk(
      events,
      window,
      audience,
      await settings(),
      cancelledEventsOf(publisher.settings),
    )
    const size = (1 + DEFLATED) * chunk.plain.bytes.length + ENTRY_BYTES * (chunk.entries.length + 1)
    chunks.set(key, chunk, { size: Math.ceil(size) })
    keys.set(chunk, key)
    return chunk
  }

  return {
    get(view, { calendarId, version }) {
      const key = `${calendarId}:${version}:${view.key}`
      const kept = chunks.get(key)
      if (kept) return kept
      let made = coming.get(key)
      if (!made) {
        made = make(key, view, calendarId).finally(() => coming.delete(key))
        coming.set(key, made)
      }
      return made
    },
    withoutFirst(chunk, count) {
      const key = `${keys.get(chunk)} without ${count}`
      let cut = cuts.get(key)
      if (!cut) {
        cut = withoutFirst(chunk, count)
        const size = DEFLATED * cut.plain.bytes.length + ENTRY_BYTES * (cut.entries.length + 1)
        cuts.set(key, cut, { size: Math.ceil(size) })
      }
      return cut
    },
    figures: () => ({
      bytes: chunks.calculatedSize + cuts.calculatedSize,
      entries: chunks.size + cuts.size,
    }),
  }
}
