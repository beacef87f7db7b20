import { hash, randomBytes } from 'node:crypto'
import { MAX_PUBLISHER_ID } from '../ids.ts'

/** A publisher's id and 256 random bits. */
const TOKEN = /^(0|[1-9]\d{0,9})\.[\w-]{43}$/

/**
 * Creates a bearer token. It contains the publisher's id, so that it can be looked up without searching all
 * publishers. Only its hash is stored: readers of the database can't sign in with it.
 */
export function newToken(publisherId: number): string {
  return `${publisherId}.${randomBytes(32).toString('base64url')}`
}

/** Returns the hash under which a token is stored. */
export function tokenHash(token: string): string {
  return hash('sha256', token)
}

/** Returns the publisher's id in a token, or undefined if it is malformed. */
export function publisherOfToken(token: string): number | undefined {
  const publisherId = Number(TOKEN.exec(token)?.[1])
  return publisherId <= MAX_PUBLISHER_ID ? publisherId : undefined
}
