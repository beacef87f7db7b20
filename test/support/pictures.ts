import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const TRANSPARENT = 6

/** A PNG chunk with its length and checksum. */
export function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The head of a PNG that says so of itself. */
export function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, TRANSPARENT], 8)
  return chunk('IHDR', data)
}

/** A PNG of any chunks. */
export function pngOf(...chunks: Buffer[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND')])
}

/** A PNG whose head says one size and whose picture has another. */
export function png(width: number, height: number, told = { width, height }, extra: Buffer[] = []): Buffer {
  const picture = Buffer.alloc(height * (1 + width * 4), 0)
  return pngOf(header(told.width, told.height), ...extra, chunk('IDAT', deflateSync(picture)))
}

/** A PNG larger than it needs to be. */
export function paddedPng(bytes: number): Buffer {
  const small = png(100, 100)
  const room = bytes - small.length - 12
  return png(100, 100, undefined, [chunk('teXt', Buffer.alloc(room, 'a'))])
}

/** One colour all over. */
export function plain(width: number, height: number, background = '#0b5d3b') {
  return sharp({ create: { width, height, channels: 3, background } })
}

export const jpeg = (width: number, height: number) => plain(width, height).jpeg().toBuffer()

export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><script>alert(1)</script></svg>',
)
export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
