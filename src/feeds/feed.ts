import { hash } from 'node:crypto'
import { assemble, type FeedHead } from './assemble.ts'
import type { Body, FeedPieces } from './body-cache.ts'
import type { Part, View } from './chunk-store.ts'
import type { FeedWorkshop } from './feed-workshop.ts'
import { pieceOf } from './piece.ts'
import type { Window } from './window.ts'

/** A feed at one moment. What a conditional request asks for is known; the feed itself is made when it is sent. */
export interface Feed {
  /** Names the version of the content; part of the entity tag. */
  version: string
  /** Epoch ms of the last change. */
  changedAt: number
  /** The file's name without extension. */
  name: string
  /** The whole file; `gzip`: as a gzip file. */
  body(gzip: boolean): Promise<Body>
}

/** Raised whenever the same data would be written differently, so that copies made before are not kept. */
const FORMAT = 2

/** Names a version by all that went into it and may change. */
export function versionOf(publicUrl: string, generation: number, window: Window, row: object): string {
  return hashOf(JSON.stringify([FORMAT, publicUrl, generation, window, row]))
}

export function hashOf(content: string | Buffer): string {
  return hash('sha1', content, 'base64url')
}

/** A feed of one event that stands for others. */
export function stubPieces(bytes: Buffer): FeedPieces {
  return { pieces: [pieceOf(bytes)], token: '' }
}

/** Parts one after the other, or what stands for them while there is nothing in them. */
export async function joinParts(
  { chunks }: FeedWorkshop,
  head: FeedHead,
  view: View,
  parts: Part[],
  token: string,
  stub: () => Promise<Buffer>,
): Promise<FeedPieces> {
  const rendered = []
  for (const part of parts) {
    const chunk = chunks.get(view, part)
    rendered.push(chunk instanceof Promise ? await chunk : chunk)
  }
  const pieces = assemble(head, rendered, (chunk, count) => chunks.withoutFirst(chunk, count))
  return pieces ? { pieces, token } : stubPieces(await stub())
}
