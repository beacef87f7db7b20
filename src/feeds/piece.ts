import { type Checksum, checksumOf, joinChecksums } from './checksum.ts'
import { deflate } from './deflate.ts'
import { frameGzip, GZIP_FRAME } from './gzip.ts'
import { lend } from './lent-memory.ts'
import { inOwnMemory } from './own-memory.ts'
import { fill, type Template } from './template.ts'

/** Some of a feed's text, ready to be joined with others, as it is or deflated. */
export interface Piece {
  plain: Template
  /** Made when first asked for. */
  packed?: { deflated: Template; checksum: Checksum }
}

/** A piece that is the same for every reader. */
export function pieceOf(text: string | Buffer): Piece {
  return { plain: { bytes: inOwnMemory(Buffer.from(text)), holes: [] } }
}

/** Joins pieces, their holes filled with the token, in memory that `giveBack` takes. */
export function joinPlain(pieces: Piece[], token: string): Buffer {
  const templates = pieces.map((piece) => piece.plain)
  const bytes = lend(lengthOf(templates))
  fillAll(templates, token, bytes, 0)
  return bytes
}

/** The same as a gzip file. Nothing is compressed and no text is read: each piece is kept deflated. */
export function joinGzip(pieces: Piece[], token: string): Buffer {
  const packed = pieces.map(packedOf)
  const templates = packed.map(({ deflated }) => deflated)
  const file = lend(GZIP_FRAME.before + lengthOf(templates) + GZIP_FRAME.after)
  fillAll(templates, token, file, GZIP_FRAME.before)
  const crc = joinChecksums(
    packed.map(({ checksum }) => checksum),
    Buffer.from(token, 'latin1'),
  )
  return frameGzip(file, crc, lengthOf(pieces.map(({ plain }) => plain)))
}

function packedOf(piece: Piece) {
  piece.packed ??= { deflated: deflate(piece.plain), checksum: checksumOf(piece.plain) }
  return piece.packed
}

function lengthOf(templates: Template[]): number {
  return templates.reduce((length, { bytes }) => length + bytes.length, 0)
}

function fillAll(templates: Template[], token: string, target: Buffer, at: number): void {
  const octets = Buffer.from(token, 'latin1')
  for (const template of templates) at = fill(template, octets, target, at)
}
