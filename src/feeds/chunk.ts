import type { CalendarEvent } from '../events/event.ts'
import { TOKEN_LENGTH } from './links.ts'
import { inOwnMemory } from './own-memory.ts'
import type { Piece } from './piece.ts'
import { type Audience, type CalledOff, type FeedSettings, HOLE, renderFeedEvent } from './render-event.ts'
import type { Hole } from './template.ts'
import type { Window } from './window.ts'

/** The rendered events of one calendar that are in the window, in the order of their start, shared by its subscribers. */
export interface Chunk extends Piece {
  entries: ChunkEntry[]
  /** Time zones the events name, separated by spaces. */
  zones: string
}

interface ChunkEntry {
  /** Where the event stands in the octets. */
  from: number
  to: number
  /** Epoch milliseconds. */
  startAt: number
  zone: string | undefined
}

/** Renders events, given in the order of their start. */
export function renderChunk(
  events: CalendarEvent[],
  window: Window,
  audience: Audience,
  settings: FeedSettings,
  calledOff: CalledOff,
): Chunk {
  const parts: Buffer[] = []
  const entries: ChunkEntry[] = []
  let length = 0
  for (const event of events) {
    if (event.endAt < window.from || event.startAt >= window.to) continue
    if (event.extras.cancelled && calledOff.mode === 'remove') continue
    const { text, zone } = renderFeedEvent(event, audience, settings, calledOff)
    const bytes = Buffer.from(text)
    const from = length
    length += bytes.length
    entries.push({ from, to: length, startAt: event.startAt, zone })
    parts.push(bytes)
  }
  const bytes = inOwnMemory(Buffer.concat(parts, length))
  const holes = audience.personal ? findHoles(bytes) : []
  return { plain: { bytes, holes }, entries, zones: zonesOf(entries) }
}

/** The chunk without its first events; it shares the octets of the others. */
export function withoutFirst(chunk: Chunk, count: number): Chunk {
  const { bytes, holes } = chunk.plain
  const start = chunk.entries[count]?.from ?? bytes.length
  const entries = chunk.entries
    .slice(count)
    .map((entry) => ({ ...entry, from: entry.from - start, to: entry.to - start }))
  const left = holes.filter(({ at }) => at >= start).map((hole) => ({ ...hole, at: hole.at - start }))
  return { plain: { bytes: bytes.subarray(start), holes: left }, entries, zones: zonesOf(entries) }
}

function zonesOf(entries: ChunkEntry[]): string {
  return [...new Set(entries.map(({ zone }) => zone))].filter(Boolean).join(' ')
}

/** Each event has the whole token once, and a fold may split it. */
function findHoles(bytes: Buffer): Hole[] {
  const holes: Hole[] = []
  let offset = 0
  for (let at = bytes.indexOf(HOLE); at !== -1; at = bytes.indexOf(HOLE, at)) {
    let end = at
    while (bytes[end] === HOLE) end++
    holes.push({ at, offset, length: end - at })
    offset = (offset + end - at) % TOKEN_LENGTH
    at = end
  }
  return holes
}
