import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Push services refuse tokens that are good for more than 24 hours (RFC 8292, 2). */
const TOKEN_SECONDS = 12 * 3600
/**
 * A token is sent again for so long (RFC 8292, 2.1): 800 devices a second are told of one change, nearly all at one of
 * three push services.
 */
const REUSED_MS = 3_600_000
const ORIGINS = 100

/** The key pair by which push services know this installation (RFC 8292). */
export interface Vapid {
  /** The public key as browsers take it: 65 octets in base64url. */
  publicKey: string
  /** Returns the `Authorization` header of a request to an endpoint. `now`: epoch ms. */
  authorization(endpoint: string, now: number): string
}

/** Makes a key pair (P-256), as the JSON of a JWK. */
export function newVapidKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return JSON.stringify(privateKey.export({ format: 'jwk' }))
}

/** `stored`: from `newVapidKey`. `contact`: a `mailto:` or `https:` address, for the people who run push services. */
export function createVapid(stored: string, contact: string): Vapid {
  const jwk = JSON.parse(stored) as JsonWebKey
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(jwk.x!, 'base64url'), Buffer.from(jwk.y!, 'base64url')]
  const publicKey = Buffer.concat(point).toString('base64url')
  const made = new LRUCache<string, { at: number; value: string }>({ max: ORIGINS })
  const header = encode({ typ: 'JWT', alg: 'ES256' })
  return {
    publicKey,
    authorization(endpoint, now) {
      const { origin } = new URL(endpoint)
      const known = made.get(origin)
      if (known && known.at <= now && now < known.at + REUSED_MS) return known.value
      const exp = Math.floor(now / 1000) + TOKEN_SECONDS
      const claims = encode({ aud: origin, exp, sub: contact })
      const signed = sign('sha256', Buffer.from(`${header}.${claims}`), { key, dsaEncoding: 'ieee-p1363' })
      const value = `vapid t=${header}.${claims}.${signed.toString('base64url')}, k=${publicKey}`
      made.set(origin, { at: now, value })
      return value
    },
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
