import { hash, randomBytes } from 'node:crypto'

/** The publisher it belongs to, and 256 random bits. */
const TOKEN = /^(0|[1-9]\d{0,9})\.[\w-]{43}$/

/**
 * A token that opens something for whoever has it. It names its publisher, so that it can be looked up without
 * asking all of them. Only its hash is stored: who reads the database can't sign in with it.
 */
export function newToken(publisherId: number): string {
  return `${publisherId}.${randomBytes(32).toString('base64url')}`
}

/** What is stored of a token. */
export function tokenHash(token: string): string {
  return hash('sha256', token)
}

/** The publisher a token names; undefined for what is no token of ours. */
export function publisherOfToken(token: string): number | undefined {
  const publisherId = TOKEN.exec(token)?.[1]
  return publisherId !== undefined && Number(publisherId) < 2 ** 31 ? Number(publisherId) : undefined
}
