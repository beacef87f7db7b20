/** The bytes of a text file without a byte order mark; UTF-16, as Excel's "Unicode text", becomes UTF-8. */
export function plainBytes(bytes: Buffer): Buffer {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3)
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : ''
  return utf16 ? Buffer.from(new TextDecoder(utf16).decode(bytes)) : bytes
}

/** Reads bytes as UTF-8, or where they are none as Windows-1252, which Excel writes. */
export function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
