import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'

/** Push services refuse tokens that are good for more than 24 hours (RFC 8292, 2). */
const TOKEN_SECONDS = 12 * 3600

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
  const header = encode({ typ: 'JWT', alg: 'ES256' })
  return {
    publicKey,
    authorization(endpoint, now) {
      const exp = Math.floor(now / 1000) + TOKEN_SECONDS
      const claims = encode({ aud: new URL(endpoint).origin, exp, sub: contact })
      const signed = sign('sha256', Buffer.from(`${header}.${claims}`), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${header}.${claims}.${signed.toString('base64url')}, k=${publicKey}`
    },
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
