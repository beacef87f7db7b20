import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** A text file without its byte order mark; UTF-16 (Excel's "Unicode text") becomes UTF-8. */
const CHUNK = 64 * 1024

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The bytes of a text file without a byte order mark; UTF-16, as Excel's "Unicode text", becomes UTF-8. */
export function plainBytes(bytes: Buffer): Buffer {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3)
  const utf16 = utf16Of(bytes)
  return utf16 ? Buffer.from(new TextDecoder(utf16).decode(bytes)) : bytes
}

/** Decodes UTF-8, or if the bytes are not valid UTF-8, Windows-1252, which Excel writes. */
export function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * The encoding of a text file of any size: by its byte order mark, otherwise UTF-8, or Windows-1252 if some
 * part is not valid UTF-8. Reads the whole file in chunks, since the invalid part may be at its end.
 */
export async function encodingOf(file: string): Promise<TextEncodingName> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let first = true
  try {
    for await (const bytes of chunksOf(file)) {
      const utf16 = first && utf16Of(bytes)
      if (utf16) return utf16
      first = false
      decoder.decode(bytes, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/**
 * Yields the text of a file in chunks, with lines that end in `\n` and without a byte order mark. Calls
 * `onBytes` with the number of octets read.
 */
export async function* readText(
  file: string,
  encoding: TextEncodingName,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let bytes = 0
  let pendingReturn = ''
  for await (const chunk of chunksOf(file)) {
    onBytes((bytes += chunk.length))
    const text = pendingReturn + decoder.decode(chunk, { stream: true })
    // The `\n` of this `\r` may be in the next chunk.
    pendingReturn = text.endsWith('\r') ? '\r' : ''
    yield withPlainEnds(pendingReturn ? text.slice(0, -1) : text)
  }
  yield withPlainEnds(pendingReturn + decoder.decode())
}

/** The first characters of a file, to recognise its kind. */
export async function startOf(file: string, encoding: TextEncodingName): Promise<string> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0)
  return new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead)).trimStart()
}

/** Converts all line ends to `\n`. */
export function withPlainEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

function utf16Of([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function chunksOf(file: string): AsyncIterable<Buffer> {
  return createReadStream(file, { highWaterMark: CHUNK })
}
