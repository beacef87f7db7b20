import { open } from 'node:fs/promises'
import { plainBytes } from './text-encoding.ts'

/** Octets at the beginning that are compared. */
const HEAD_BYTES = 1000
const NEITHER = 'neither a calendar nor a table'
const AS_CSV = 'The file is no text: save the table as CSV'

const AS_XLSX =
  'The file is one of an old Excel (XLS), or has a password: open it and save it as XLSX without a password, or as CSV'

/** The first octets, as Latin-1, of files that people choose by mistake. */
const KINDS: [start: RegExp, message: string][] = [
  [/^\x89PNG|^\xff\xd8\xff|^GIF8|^RIFF....WEBP|^BM.{4}\0{4}/s, `The file is a picture, ${NEITHER}`],
  [/^%PDF-/, `The file is a PDF document, ${NEITHER}`],
  [/^PK\x03\x04/, AS_CSV],
  [/^\xd0\xcf\x11\xe0/, AS_XLSX],
  [/^\x1f\x8b/, 'The file is compressed: unpack it first'],
  [/^\{\\rtf/, `The file is a text document, ${NEITHER}`],
  [/^</, `The file is a web page or XML, ${NEITHER}`],

  [/[\0-\x08\x0e-\x1f]/, AS_CSV],
]

/** True for a ZIP file, as workbooks are. */
export function isZip(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'PK\x03\x04'
}

/** Returns a message about a file that is neither a calendar nor a table, by its first octets. */
export function kindOfBytes(bytes: Buffer): string | undefined {
  const start = plainBytes(bytes.subarray(0, HEAD_BYTES)).toString('latin1').trimStart()
  return KINDS.find(([pattern]) => pattern.test(start))?.[1]
}

/** Like `kindOfBytes`, for a file on disk. */
export async function kindOfFile(file: string): Promise<string | undefined> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return kindOfBytes(buffer.subarray(0, bytesRead))
}
