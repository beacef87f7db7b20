import type { ServerResponse } from 'node:http'
import { giveBack } from '../../feeds/lent-memory.ts'

/** Bytes of feeds that clients have asked for and not taken. */
const MOST_BYTES = 24_000_000

/** Feeds on their way to clients. */
export interface Unsent {
  /** Told of each answer with a feed; a feed that goes to several is the same buffer. `lent`: it is given back at the end. */
  add(body: Buffer, res: ServerResponse, lent: boolean): void
  readonly bytes: number
}

/**
 * Bounds what slow readers hold in memory: beyond, those are cut off that began first and have not taken theirs.
 * One buffer counts once, however many read it.
 */
export function boundUnsent(most = MOST_BYTES): Unsent {
  const readers = new Map<Buffer, number>()
  /** Oldest first. */
  const answers = new Map<ServerResponse, Buffer>()
  let bytes = 0

  function remove(res: ServerResponse): void {
    const body = answers.get(res)
    if (!body) return
    answers.delete(res)
    const left = readers.get(body)! - 1
    if (left > 0) readers.set(body, left)
    else {
      readers.delete(body)
      bytes -= body.length
    }
  }

  return {
    add(body, res, lent) {
      const others = readers.get(body) ?? 0
      readers.set(body, others + 1)
      if (others === 0) bytes += body.length
      answers.set(res, body)
      // By then the system has all of it, or the connection is closed.
      res.once('close', () => {
        remove(res)
        if (lent) giveBack(body)
      })
      for (const oldest of answers.keys()) {
        if (bytes <= most || oldest === res) break
        oldest.destroy()
        remove(oldest)
      }
    },
    get bytes() {
      return bytes
    },
  }
}
