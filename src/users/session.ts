import { hash, timingSafeEqual } from 'node:crypto'

/** A session ends after this time without a request, */
export const IDLE_MS = 8 * 3_600_000
/** and after this time in any case. */
export const LONGEST_MS = 14 * 86_400_000
/** The time of last use is stored at most this often. */
export const SEEN_EVERY_MS = 60_000

export interface Session {
  publisherId: number
  tokenHash: string
  userId: string
  created: number
  lastSeen: number
  expires: number
  userAgent: string
}

export function isOver({ lastSeen, expires }: Session, now: number): boolean {
  return now >= expires || now >= lastSeen + IDLE_MS
}

/**
 * The CSRF token that pages send with each change, besides the cookie. It is derived from the session token,
 * which scripts can't read, so it is valid for this session only and needs no storage.
 */
export function csrfToken(sessionToken: string): string {
  return hash('sha256', `csrf ${sessionToken}`, 'base64url')
}

export function isCsrfToken(token: string, sessionToken: string): boolean {
  const [a, b] = [Buffer.from(token), Buffer.from(csrfToken(sessionToken))]
  return a.length === b.length && timingSafeEqual(a, b)
}

const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Returns a name such as `Firefox on Linux`, by which users recognise their devices. */
export function describeAgent(userAgent: string): string {
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return `${nameIn(BROWSERS) ?? 'Another program'}${nameIn(SYSTEMS) ? ` on ${nameIn(SYSTEMS)}` : ''}`
}
