import { createHash } from 'node:crypto'
import { AppError } from '../errors.ts'

const MAX_CHARACTERS = 2000
const SCHEME = /^(https?|webcals?|feed):\/\//i

/**
 * Parses the address of a feed: `https://old.example.com/feeds/abc.ics?x=1`, also without a scheme or with
 * `webcal`. Throws AppError if it is invalid.
 */
export function readFeedAddress(text: string): URL {
  const bare = text.trim().replace(SCHEME, '')
  const url = bare.length <= MAX_CHARACTERS && /^[^/?#\s]/.test(bare) ? URL.parse(`https://${bare}`) : null
  // A host alone would redirect all its feeds to one target.
  if (
    !url ||
    url.username ||
    url.password ||
    !url.hostname.includes('.') ||
    url.pathname + url.search === '/'
  )
    throw new AppError('invalid', `"${text.slice(0, 200)}" is not the address of a feed`)
  return url
}

/** Keys under which an address may be stored: first with its query, then without. */
export function keysOfAddress(url: URL): string[] {
  const [exact, bare] = [keyOf(url, url.search), keyOf(url, '')]
  return url.search ? [exact, bare] : [exact]
}

/** The key of an address: 22 characters, the same for all spellings of a host and path. */
export function keyOfAddress(url: URL): string {
  return keysOfAddress(url)[0]!
}

function keyOf({ hostname, pathname }: URL, search: string): string {
  const address = `${hostname}${plain(pathname)}${search}`
  return createHash('sha256').update(address).digest('base64url').slice(0, 22)
}

/** Decodes percent-encoding except where that would change the meaning. */
function plain(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
