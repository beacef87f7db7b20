import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError, type RefusalKind } from '../errors.ts'
import { type FetchedFile, fetchFile, type FetchOptions, type FileVersion } from '../images/fetch-file.ts'
import { checkCallbackUrl } from '../net/address-guard.ts'
import { fileAddress } from './file-address.ts'

/** Maximum octets of an imported file. */
export const MAX_IMPORT_BYTES = 10_000_000
export const TOO_LARGE = 'The file is larger than 10 MB. Split it into smaller ones'

const TIMEOUT_MS = 20_000
const MAX_REDIRECTS = 4
const ACCEPT = 'text/calendar, text/csv;q=0.9, */*;q=0.5'

/** Options of a fetch. `known`: the version that was read before. */
export type FetchImportOptions = Pick<FetchOptions, 'allowPrivate' | 'resolve' | 'signal' | 'known'>

/** The content of an address, or `unchanged` if it is still the known version. `host`: the one that sent it. */
export type FetchedImport =
  { bytes: Buffer; version: FileVersion; host: string } | { unchanged: true; bytes?: undefined }

/** An address that could not be read. The message is for users, with the field `url`. */
export class FetchFault extends AppError {
  /** The status of the response; undefined: there was none. */
  readonly status: number | undefined
  /** `Retry-After`, as the server spells it. */
  readonly againAfter: string | undefined

  constructor(
    reason: string,
    { status, retryAfter, kind }: { status?: number; retryAfter?: string; kind?: RefusalKind } = {},
  ) {
    const message = `Import url ${reason}`
    super('invalid', message, { fields: { url: message }, kind })
    this.status = status
    this.againAfter = retryAfter
  }
}

/** The address of the file to fetch. Throws FetchFault if it must not be fetched. */
export function checkImportAddress(address: string, options: Pick<FetchOptions, 'allowPrivate'>): string {
  return checked(fileAddress(address.trim().replace(/^webcals?:/i, 'https:')), options)
}

/** Fetches a file as `fetchVersion` does, in any version. */
export async function fetchImport(
  address: string,
  options: Omit<FetchImportOptions, 'known'>,
): Promise<Buffer> {
  const { bytes } = await fetchVersion(address, options)
  return bytes!
}

/**
 * Fetches a file from an http, https or webcal address, but not from a private network. Follows redirects,
 * since addresses of calendars are often old, and checks each of them in the same way. Throws FetchFault.
 */
export async function fetchVersion(address: string, options: FetchImportOptions): Promise<FetchedImport> {
  const began = performance.now()
  const get = async (url: string): Promise<FetchedFile> => {
    const timeoutMs = TIMEOUT_MS - (performance.now() - began)
    if (timeoutMs <= 0) return { reason: 'timed out' }
    const wanted = { maxBytes: MAX_IMPORT_BYTES, accept: ACCEPT, returnLocation: true }
    return fetchFile(url, { ...options, ...wanted, timeoutMs })
  }
  let url = checkImportAddress(address, options)
  for (let step = 0; step <= MAX_REDIRECTS; step++) {
    let file = await get(url)
    // A `webcal:` address may be https or http: if https failed, try http.
    const tryHttp = step === 0 && /^webcal:/i.test(address.trim()) && !file.bytes && !file.location
    if (tryHttp) {
      url = checked(url.replace(/^https:/, 'http:'), options)
      const plain = await get(url)
      if (plain.bytes || plain.location) file = plain
    }
    if (file.bytes)
      return { bytes: await unpacked(file.bytes), version: file.version, host: new URL(url).hostname }
    if (file.status === 304 && options.known) return { unchanged: true }
    if (!file.location) throw new FetchFault(`could not be fetched: ${file.reason}`, file)
    if (!URL.canParse(file.location, url)) throw refused('could not be fetched: it leads to no address')
    url = checked(new URL(file.location, url).href, options)
  }
  throw refused('could not be fetched: it leads on and on')
}

function checked(url: string, { allowPrivate }: Pick<FetchOptions, 'allowPrivate'>): string {
  const check = checkCallbackUrl(url, { allowPrivate })
  if (check.reason !== undefined) throw new FetchFault(check.reason, { kind: check.kind })
  return check.url
}

/** Some servers send compressed files without Content-Encoding. The unpacked file has the same size limit. */
async function unpacked(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > MAX_IMPORT_BYTES) throw new AppError('too_large', TOO_LARGE)
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_IMPORT_BYTES })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new AppError('too_large', TOO_LARGE)
    throw refused('could not be read: it is compressed and damaged')
  }
}

function refused(reason: string): FetchFault {
  return new FetchFault(reason)
}
