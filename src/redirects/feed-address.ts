import { createHash } from 'node:crypto'
import { AppError } from '../errors.ts'

const MOST_CHARACTERS = 2000
const SCHEME = /^(https?|webcals?|feed):\/\//i

/**
 * Reads an address as people's programs ask for it: `https://old.example.com/feeds/abc.ics?x=1`, without a scheme,
 * or with `webcal`. Throws AppError where it is none.
 */
export function readFeedAddress(text: string): URL {
  const bare = text.trim().replace(SCHEME, '')
  const url = bare.length <= MOST_CHARACTERS && /^[^/?#\s]/.test(bare) ? URL.parse(`https://${bare}`) : null
  // A host alone would lead everything that was ever there to one person's calendar.
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

/** The keys an address may be stored under, best first: as it is, then without its query. */
export function keysOfAddress(url: URL): string[] {
  const [exact, bare] = [keyOf(url, url.search), keyOf(url, '')]
  return url.search ? [exact, bare] : [exact]
}

/** The key an address is stored under: 22 characters. One host and path have one, however they are spelled. */
export function keyOfAddress(url: URL): string {
  return keysOfAddress(url)[0]!
}

function keyOf({ hostname, pathname }: URL, search: string): string {
  const address = `${hostname}${plain(pathname)}${search}`
  return createHash('sha256').update(address).digest('base64url').slice(0, 22)
}

/** Percent-encoding taken off where that can't change what is meant. */
function plain(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
