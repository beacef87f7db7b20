/** An entry of a ZIP file, as its central directory has it. */
export interface ZipEntry {
  name: string
  /** Octets when unpacked, as declared. */
  size: number
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const MAX_COMMENT = 0xffff
/** In place of a size that needs 64 bits. */
const LARGE = 0xffffffff

/**
 * Lists the entries of a ZIP file (APPNOTE.TXT 6.3.10, 4.3.12 and 4.3.16) without unpacking any; undefined if it
 * is damaged or needs 64 bits. An unpacker that allocates the declared size can't exceed it.
 */
export function zipEntries(bytes: Buffer, most: number): ZipEntry[] | undefined {
  const end = endOf(bytes)
  if (end === undefined) return undefined
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > most) return undefined
  const entries: ZipEntry[] = []
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_LENGTH > end || bytes.readUInt32LE(at) !== ENTRY) return undefined
    const size = bytes.readUInt32LE(at + 24)
    const name = at + ENTRY_LENGTH
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    ) as [number, number, number]
    if (size === LARGE || name + nameLength > end) return undefined
    entries.push({ name: bytes.toString('utf8', name, name + nameLength), size })
    at = name + nameLength + extraLength + commentLength
  }
  return entries
}

function endOf(bytes: Buffer): number | undefined {
  const last = bytes.length - END_LENGTH
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--)
    if (bytes.readUInt32LE(at) === END) return at
  return undefined
}
