/** No name, no time, no flags; of no particular system (RFC 1952, 2.3). */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty last block of the fixed codes (RFC 1951, 3.2.3). */
const LAST_BLOCK = Buffer.from([0x03, 0x00])

/** Octets of a gzip file before and after its deflated content. */
export const GZIP_FRAME = { before: HEAD.length, after: LAST_BLOCK.length + 8 }

/**
 * Completes a gzip file (RFC 1952) in whose middle the content stands already, deflated and without a last block.
 * `crc` and `length` are those of the content as it was before.
 */
export function frameGzip(file: Buffer, crc: number, length: number): Buffer {
  HEAD.copy(file)
  const end = file.length - GZIP_FRAME.after
  const at = end + LAST_BLOCK.copy(file, end)
  file.writeUInt32LE(crc >>> 0, at)
  file.writeUInt32LE(length, at + 4)
  return file
}
