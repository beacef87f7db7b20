import { CALENDAR_END, calendarHead } from '../ics/calendar.ts'
import { vtimezone } from '../ics/vtimezone.ts'
import { memoize } from '../time/memoize.ts'
import type { Chunk } from './chunk.ts'
import { type Piece, pieceOf } from './piece.ts'

/** Google and others refuse larger ones; the oldest events drop out first. */
export const MAX_FEED_BYTES = 900_000
/**
 * A chunk loses events in steps of so many octets, so that people whose feeds differ by little, their private
 * events, still share the rest of it.
 */
const STEP_BYTES = 8192
const OPENINGS_KEPT = 1000

const CLOSING = pieceOf(CALENDAR_END)

/** What a feed says of itself. */
export interface FeedHead {
  name: string
  timezone: string
}

/**
 * Puts a calendar together from chunks. Undefined when no event is in it: an empty calendar makes some programs
 * keep what they had. `cut` is asked for chunks without their first events where the feed would grow too large.
 */
export function assemble(
  head: FeedHead,
  chunks: Chunk[],
  cut: (chunk: Chunk, count: number) => Chunk,
): Piece[] | undefined {
  const opening = openingOf(head, chunks)
  const room = MAX_FEED_BYTES - opening.plain.bytes.length - CALENDAR_END.length
  const size = chunks.reduce((sum, chunk) => sum + chunk.plain.bytes.length, 0)
  if (size > room) {
    const first = firstKept(chunks, room)
    const rest = chunks.map((chunk, i) => (first[i] ? cut(chunk, first[i]) : chunk))
    return rest.some(hasEvents) ? [openingOf(head, rest), ...rest, CLOSING] : undefined
  }
  return chunks.some(hasEvents) ? [opening, ...chunks, CLOSING] : undefined
}

function hasEvents(chunk: Chunk): boolean {
  return chunk.entries.length > 0
}

/** How many events each chunk loses so that the rest has room. Within the whole feed the oldest go. */
function firstKept(chunks: Chunk[], room: number): number[] {
  const first = chunks.map((chunk) => chunk.entries.length)
  const nextOf = (i: number) => chunks[i]!.entries[first[i]! - 1]
  for (;;) {
    const open = chunks.keys().filter(nextOf)
    const newest = open.reduce((a, b) => (nextOf(a)!.startAt > nextOf(b)!.startAt ? a : b))
    room -= nextOf(newest)!.to - nextOf(newest)!.from
    if (room < 0) return chunks.map(({ entries }, i) => nextStep(entries, first[i]!))
    first[newest]!--
  }
}

/** The first event from this one on that begins in other octets than the one before. */
function nextStep(entries: Chunk['entries'], index: number): number {
  const stepOf = (i: number) => Math.floor(entries[i]!.from / STEP_BYTES)
  while (index > 0 && index < entries.length && stepOf(index) === stepOf(index - 1)) index++
  return index
}

/** The calendar's own properties and one VTIMEZONE for each zone that is named. */
function openingOf({ name, timezone }: FeedHead, chunks: Chunk[]): Piece {
  const zones = chunks.map((chunk) => chunk.zones).join(' ')
  return opening(`${timezone}\n${zones}\n${name}`)
}

const opening = memoize(OPENINGS_KEPT, (key: string): Piece => {
  const [timezone = '', zones = '', ...name] = key.split('\n')
  const named = [...new Set(zones.split(' '))].filter(Boolean).sort()
  return pieceOf(calendarHead({ name: name.join('\n'), timezone }) + named.map(vtimezone).join(''))
})
