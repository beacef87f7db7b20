import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A subscriber's link: to the feed, to the portal, or to a page of a mail. */
export interface LinkTarget {
  publisherId: number
  /** The id of the subscriber. */
  id: string
  /** The number of the link among the subscriber's. */
  number: number
}

/** The quick link whose address a link leads to. */
export interface QuickLinkTarget {
  publisherId: number
  /** The id of the event. */
  id: string
  position: number
}

/**
 * The targets of links by kind: a feed, the account of a device, a portal, the page that confirms a pending link, the
 * page that switches alerts off (`number` is 0), the page that confirms a new address (see `EmailChange`), a quick link
 * of an event.
 */
interface Targets {
  feed: LinkTarget
  device: LinkTarget
  manage: LinkTarget
  confirm: LinkTarget
  alerts: LinkTarget
  email: LinkTarget
  'quick-link': QuickLinkTarget
}

type LinkKind = keyof Targets

/** A subscriber, by the ids in every token. */
export type LinkOwner = Pick<LinkTarget, 'publisherId' | 'id'>

/**
 * The place of a fresh code. `mail`: in a link of a mail, from which a browser gets an hour. `browser`: in the cookie
 * of such a browser, and in the address that leads from it to another device, which gets the rest of the hour.
 */
export type FreshUse = 'mail' | 'browser'

/** Makes and reads the tokens in our links. */
export interface Links {
  token<Kind extends LinkKind>(kind: Kind, target: Targets[Kind]): string
  /** Returns undefined unless `token` made it, with this kind and this key. */
  read<Kind extends LinkKind>(kind: Kind, token: string): Targets[Kind] | undefined
  /** A code that proves until `expiresAt` (epoch ms) that its holder reads the subscriber's mails. */
  freshCode(use: FreshUse, owner: LinkOwner, expiresAt: number): string
  /**
   * Returns when the code expires (epoch ms); undefined unless `freshCode` made it for this use and this
   * subscriber, and it has not expired.
   */
  readFreshCode(use: FreshUse, owner: LinkOwner, code: string, now: number): number | undefined
  /** A secret for other signatures of the service, by their use. */
  secretFor(use: string): string
  /**
   * Names something of a subscriber in public: 24 hex characters that nobody can make or trace back without the key.
   * `use` says what is named.
   */
  opaqueId(use: string, owner: LinkOwner): string
  /** A hash of an e-mail key or of a link, to count mails and requests without keeping whose they are. */
  hashForCounts(publisherId: number, subject: string): string
}

const MAC_BYTES = 16
const TARGET_BYTES = 18
/** The code of a mail is long enough for the log to mask it. */
const CODE_BYTES = 24
/** Valid tokens cached: applications poll the same link again and again. */
const TOKENS_CACHED = 10_000
/** How long a link in a mail, and the browser that came from one, shows and changes a subscriber's data. */
export const FRESH_MS = 3_600_000
/** The length of every token in octets, and in characters. */
export const TOKEN_BYTES = MAC_BYTES + TARGET_BYTES
export const TOKEN_LENGTH = Math.ceil((TOKEN_BYTES * 4) / 3)

/**
 * A token is a capability that is stored nowhere: 128 bits of HMAC-SHA256 over kind and target, then the
 * target, hidden by a key stream that is derived from that HMAC (the SIV construction, RFC 5297). The
 * same target always has the same token. Without the key nobody can make one or read the `svc_id` in it.
 */
export function createLinks(key: Buffer): Links {
  const subkey = (use: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `fasti ${use}`, 32)))
  const macKey = subkey('link mac')
  const streamKey = subkey('link stream')
  const mac = (kind: LinkKind, target: Buffer) =>
    createHmac('sha256', macKey).update(kind).update(target).digest().subarray(0, MAC_BYTES)
  const hide = (target: Buffer, tag: Buffer) => {
    const stream = createHmac('sha256', streamKey).update(tag).digest()
    return Buffer.from(target.map((byte, i) => byte ^ stream[i]!))
  }
  const freshKey = subkey('fresh code')
  const addressKey = subkey('address')
  const opaqueKey = subkey('opaque id')
  const freshMac = (use: FreshUse, { publisherId, id }: LinkOwner, expiry: string) =>
    createHmac('sha256', freshKey)
      .update(`${use} ${publisherId} ${id} ${expiry}`)
      .digest()
      .subarray(0, CODE_BYTES)
  const cache = new LRUCache<string, Targets[LinkKind]>({ max: TOKENS_CACHED })
  return {
    secretFor: (use) => subkey(use).export().toString('hex'),
    freshCode(use, owner, expiresAt) {
      const expiry = expiresAt.toString(36)
      return `${expiry}.${freshMac(use, owner, expiry).toString('base64url')}`
    },
    readFreshCode(use, owner, code, now) {
      const [expiry = '', tag = ''] = code.split('.')
      const [given, expected] = [Buffer.from(tag, 'base64url'), freshMac(use, owner, expiry)]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const expiresAt = parseInt(expiry, 36)
      return expiresAt > now ? expiresAt : undefined
    },
    opaqueId: (use, { publisherId, id }) =>
      createHmac('sha256', opaqueKey).update(`${publisherId} ${id} ${use}`).digest('hex').slice(0, 24),
    hashForCounts: (publisherId, subject) =>
      createHmac('sha256', addressKey).update(`${publisherId} ${subject}`).digest('base64url').slice(0, 22),
    token(kind, target) {
      const bytes = writeTarget(target)
      const tag = mac(kind, bytes)
      return Buffer.concat([tag, hide(bytes, tag)]).toString('base64url')
    },
    read<Kind extends LinkKind>(kind: Kind, token: string) {
      if (token.length !== TOKEN_LENGTH) return undefined
      const cached = cache.get(kind + token)
      if (cached) return cached as Targets[Kind]
      const bytes = Buffer.from(token, 'base64url')
      // base64 has several spellings of the same bytes; only the one that `token` writes is valid.
      if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return undefined
      const tag = bytes.subarray(0, MAC_BYTES)
      const target = hide(bytes.subarray(MAC_BYTES), tag)
      if (!timingSafeEqual(tag, mac(kind, target))) return undefined
      const read = readTarget(kind, target)
      cache.set(kind + token, read)
      return read as Targets[Kind]
    },
  }
}

function writeTarget(target: Targets[LinkKind]): Buffer {
  const bytes = Buffer.alloc(TARGET_BYTES)
  bytes.writeUInt32BE(target.publisherId, 0)
  bytes.writeUInt16BE('number' in target ? target.number : target.position, 4)
  bytes.write(target.id, 6, 'hex')
  return bytes
}

function readTarget(kind: LinkKind, bytes: Buffer): Targets[LinkKind] {
  const publisherId = bytes.readUInt32BE(0)
  const number = bytes.readUInt16BE(4)
  const id = bytes.toString('hex', 6)
  return kind === 'quick-link' ? { publisherId, id, position: number } : { publisherId, id, number }
}

/** The address of a subscriber's portal. */
export function manageUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/manage/${token}`
}

/** The address that opens a subscriber's portal with all rights, by a fresh code. */
export function freshManageUrl(publicUrl: string, token: string, code: string): string {
  return `${publicUrl}/manage/${token}/fresh/${code}`
}

/** The address of the page that confirms a subscriber's new address. */
export function emailUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/email/${token}`
}

/** The address of the page that confirms a pending link. */
export function confirmUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/confirm/${token}`
}
