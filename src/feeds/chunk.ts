import type { CalendarEvent } from '../events/event.ts'
import { type Audience, type CalledOff, type FeedSettings, HOLE, renderFeedEvent } from './render-event.ts'

/**
 * The rendered events of one calendar, shared by all its subscribers: what differs between them, the manage
 * token, is left open as holes. Events are in the order of their start.
 */
export interface Chunk {
  bytes: Buffer
  entries: ChunkEntry[]
  /** Time zones the events name. */
  zones: string[]
}

interface ChunkEntry {
  /** Where the event stands in `bytes`. */
  from: number
  to: number
  /** Epoch milliseconds. */
  startAt: number
  endAt: number
  zone: string | undefined
  holes: Hole[]
}

/** A run of open octets: `length` of them at `at`, for the token's characters from `offset` on. A fold splits runs. */
interface Hole {
  at: number
  offset: number
  length: number
}

/** Renders events, given in the order of their start. */
export function renderChunk(
  events: CalendarEvent[],
  audience: Audience,
  settings: FeedSettings,
  calledOff: CalledOff,
): Chunk {
  const parts: Buffer[] = []
  const entries: ChunkEntry[] = []
  const zones = new Set<string>()
  let length = 0
  for (const event of events) {
    if (event.extras.cancelled && calledOff.mode === 'remove') continue
    const { text, zone } = renderFeedEvent(event, audience, settings, calledOff)
    const bytes = Buffer.from(text)
    entries.push({
      from: length,
      to: length + bytes.length,
      startAt: event.startAt,
      endAt: event.endAt,
      zone,
      holes: audience.personal ? findHoles(bytes) : [],
    })
    if (zone) zones.add(zone)
    parts.push(bytes)
    length += bytes.length
  }
  return { bytes: Buffer.concat(parts, length), entries, zones: [...zones] }
}

/** Copies one event to `target` at `at`, its holes filled with the token. */
export function copyEntry(chunk: Chunk, entry: ChunkEntry, target: Buffer, at: number, token: Buffer): void {
  chunk.bytes.copy(target, at, entry.from, entry.to)
  for (const hole of entry.holes) token.copy(target, at + hole.at, hole.offset, hole.offset + hole.length)
}

function findHoles(bytes: Buffer): Hole[] {
  const holes: Hole[] = []
  let offset = 0
  for (let at = bytes.indexOf(HOLE); at !== -1; at = bytes.indexOf(HOLE, at)) {
    let end = at
    while (bytes[end] === HOLE) end++
    holes.push({ at, offset, length: end - at })
    offset += end - at
    at = end
  }
  return holes
}
