import { createHash, randomBytes } from 'node:crypto'
import { type Client } from './state.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const CODE_LIFE = 10 * MINUTE
/** Documented: an access token lives an hour, a refresh token 7 days while the project is in testing. */
export const ACCESS_TOKEN_LIFE = 60 * MINUTE
const TESTING_LIFE = 7 * DAY
/** A refresh token that nobody used for six months dies. */
const UNUSED_LIFE = 182 * DAY
/** Live refresh tokens of one person and one application; another one ends the oldest without a word. */
const LIVE_TOKENS = 100

/** A person's agreement, as a code at first and as a refresh token later. */
export interface Grant {
  email: string
  clientId: string
  /** Whole scopes, those that the person ticked. */
  scopes: string[]
}

interface Code extends Grant {
  redirectUri: string
  challenge?: string
  offline: boolean
  at: number
}

interface RefreshToken extends Grant {
  at: number
  usedAt: number
}

export interface AccessToken extends Grant {
  expiresAt: number
  refreshToken?: string
}

/** An error of the token endpoint, RFC 6749 section 5.2. */
export class TokenError extends Error {
  readonly error: string
  readonly status: number
  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

const badGrant = (description = 'Bad Request') => new TokenError('invalid_grant', description)
const DEAD = 'Token has been expired or revoked.'

/** Codes, refresh tokens and access tokens of all accounts (developers.google.com/identity/protocols/oauth2). */
export class Tokens {
  readonly #now: () => number
  readonly #codes = new Map<string, Code>()
  /** In the order of their making. */
  readonly #refresh = new Map<string, RefreshToken>()
  /** The names of refresh tokens by client and person, the oldest first; some may have died. */
  readonly #issued = new Map<string, string[]>()
  readonly #access = new Map<string, AccessToken>()

  constructor(now: () => number) {
    this.#now = now
  }

  issueCode(code: Omit<Code, 'at'>): string {
    const name = `4/0${random(32)}`
    this.#codes.set(name, { ...code, at: this.#now() })
    return name
  }

  /** Exchanges a code. It works once, for ten minutes, with the redirect address and the verifier of its beginning. */
  redeem(name: string, client: Client, redirectUri: string, verifier: string | undefined) {
    const code = this.#codes.get(name)
    if (!code || code.clientId !== client.id || this.#now() > code.at + CODE_LIFE)
      throw badGrant('Malformed auth code.')
    if (code.redirectUri !== redirectUri) throw new TokenError('redirect_uri_mismatch', 'Bad Request')
    if (code.challenge !== undefined) {
      if (verifier === undefined) throw badGrant('Missing code verifier.')
      if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge)
        throw badGrant('Invalid code verifier.')
    }
    this.#codes.delete(name)
    const { email, clientId, scopes } = code
    const grant = { email, clientId, scopes }
    const refreshToken = code.offline ? this.issueRefreshToken(grant) : undefined
    return { accessToken: this.issueAccessToken(grant, refreshToken), refreshToken, scopes }
  }

  issueRefreshToken(grant: Grant): string {
    const name = `1//0${random(48)}`
    const person = `${grant.clientId} ${grant.email}`
    const alike = (this.#issued.get(person) ?? []).filter((one) => this.#refresh.has(one))
    const ended = Math.max(0, alike.length + 1 - LIVE_TOKENS)
    for (const oldest of alike.slice(0, ended)) this.#refresh.delete(oldest)
    this.#issued.set(person, [...alike.slice(ended), name])
    this.#refresh.set(name, { ...grant, at: this.#now(), usedAt: this.#now() })
    return name
  }

  issueAccessToken(grant: Grant, refreshToken?: string): string {
    const name = `ya29.${random(64)}`
    this.#access.set(name, {
      ...grant,
      expiresAt: this.#now() + ACCESS_TOKEN_LIFE,
      ...(refreshToken === undefined ? {} : { refreshToken }),
    })
    return name
  }

  /** Returns a new access token. All reasons for a dead refresh token have the same answer, as at Google. */
  refresh(name: string, client: Client) {
    const token = this.#refresh.get(name)
    const now = this.#now()
    if (!token) throw badGrant(DEAD)
    if (token.clientId !== client.id) throw new TokenError('unauthorized_client', 'Unauthorized', 401)
    if (now > token.usedAt + UNUSED_LIFE || (client.status === 'testing' && now > token.at + TESTING_LIFE)) {
      this.#refresh.delete(name)
      throw badGrant(DEAD)
    }
    token.usedAt = now
    const { email, clientId, scopes } = token
    return { accessToken: this.issueAccessToken({ email, clientId, scopes }, name), scopes }
  }

  /** Returns a live access token; undefined if it is unknown, expired or revoked. */
  findAccess(name: string): AccessToken | undefined {
    const token = this.#access.get(name)
    if (token && token.expiresAt > this.#now()) return token
    this.#access.delete(name)
    return undefined
  }

  /**
   * Ends the grant that a token belongs to: with one, all tokens of the person and the application end. False for an
   * unknown token.
   */
  revoke(name: string): boolean {
    const token = this.#refresh.get(name) ?? this.#access.get(name)
    if (!token) return false
    this.revokeGrant(token.email, token.clientId)
    return true
  }

  /** Ends an application's access to an account, as the person does at myaccount.google.com. */
  revokeGrant(email: string, clientId: string): void {
    for (const tokens of [this.#refresh, this.#access])
      for (const [name, token] of tokens) if (isOf(token, email, clientId)) tokens.delete(name)
  }

  /** True while the person has a live refresh token of the application. */
  hasGrant(email: string, clientId: string): boolean {
    return [...this.#refresh.values()].some((token) => isOf(token, email, clientId))
  }

  /** Expires access tokens before their hour: those of one account, or all. */
  expireAccess(email?: string): void {
    for (const [name, token] of this.#access)
      if (email === undefined || token.email === email) this.#access.delete(name)
  }

  /** Number of live refresh tokens of a person. */
  countRefreshTokens(email: string): number {
    return [...this.#refresh.values()].filter((token) => token.email === email).length
  }
}

function isOf(grant: Grant, email: string, clientId: string): boolean {
  return grant.email === email && grant.clientId === clientId
}

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
