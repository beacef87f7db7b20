import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** What a link opens: a subscriber's feed, its portal, or where an event's quick link leads. */
export type LinkKind = 'feed' | 'manage' | 'quick-link'

export interface LinkTarget {
  publisherId: number
  /** A subscriber's id, or for a quick link an event's. */
  id: string
  /** The generation of the subscriber's links, or the position of the quick link. */
  number: number
}

/** Makes and reads the tokens in our links. */
export interface Links {
  token(kind: LinkKind, target: LinkTarget): string
  /** Undefined for whatever was not made by `token` of this kind under this key. */
  read(kind: LinkKind, token: string): LinkTarget | undefined
}

const MAC_BYTES = 16
const TARGET_BYTES = 18
/** Good tokens remembered: applications poll the same link again and again. */
const REMEMBERED = 10_000
/** Characters of every token. */
export const TOKEN_LENGTH = Math.ceil(((MAC_BYTES + TARGET_BYTES) * 4) / 3)

/**
 * A token is a capability that no table holds: 128 bits of HMAC-SHA256 over its kind and target, then the
 * target, hidden under a key stream that starts from that HMAC (the SIV construction, RFC 5297). The same
 * target always has the same token, and nobody without the key can make one or read the `svc_id` in it.
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
  const remembered = new LRUCache<string, LinkTarget>({ max: REMEMBERED })
  return {
    token(kind, target) {
      const bytes = writeTarget(target)
      const tag = mac(kind, bytes)
      return Buffer.concat([tag, hide(bytes, tag)]).toString('base64url')
    },
    read(kind, token) {
      if (token.length !== TOKEN_LENGTH) return undefined
      const known = remembered.get(kind + token)
      if (known) return known
      const bytes = Buffer.from(token, 'base64url')
      // base64 has spellings that decode to the same bytes; only the one we write is good.
      if (bytes.length !== MAC_BYTES + TARGET_BYTES || bytes.toString('base64url') !== token) return undefined
      const tag = bytes.subarray(0, MAC_BYTES)
      const target = hide(bytes.subarray(MAC_BYTES), tag)
      if (!timingSafeEqual(tag, mac(kind, target))) return undefined
      const read = readTarget(target)
      remembered.set(kind + token, read)
      return read
    },
  }
}

function writeTarget({ publisherId, id, number }: LinkTarget): Buffer {
  const bytes = Buffer.alloc(TARGET_BYTES)
  bytes.writeUInt32BE(publisherId, 0)
  bytes.writeUInt16BE(number, 4)
  bytes.write(id, 6, 'hex')
  return bytes
}

function readTarget(bytes: Buffer): LinkTarget {
  return { publisherId: bytes.readUInt32BE(0), number: bytes.readUInt16BE(4), id: bytes.toString('hex', 6) }
}
