import { createHash, randomBytes } from 'node:crypto'

const MINUTE = 60_000
const CODE_LIFE = 10 * MINUTE
const ACCESS_TOKEN_LIFE = 60 * MINUTE
/** A refresh token is good for 90 days; each use gives another one (learn.microsoft.com/entra/identity-platform). */
const REFRESH_TOKEN_LIFE = 90 * 24 * 60 * MINUTE

/** A person's agreement with an application. */
export interface Grant {
  email: string
  clientId: string
  scopes: string[]
}

interface Code extends Grant {
  redirectUri: string
  challenge?: string
  at: number
}

/** An error of the token endpoint, with the number that Microsoft writes before its words. */
export class EntraError extends Error {
  readonly error: string
  readonly number: number

  constructor(error: string, number: number, message: string) {
    super(`AADSTS${number}: ${message}`)
    this.error = error
    this.number = number
  }
}

/** Codes and tokens of all accounts. */
export class EntraTokens {
  readonly #now: () => number
  readonly #codes = new Map<string, Code>()
  readonly #refresh = new Map<string, Grant & { expiresAt: number }>()
  readonly #access = new Map<string, Grant & { expiresAt: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  issueCode(code: Omit<Code, 'at'>): string {
    const name = `M.${random()}`
    this.#codes.set(name, { ...code, at: this.#now() })
    return name
  }

  redeem(name: string, clientId: string, redirectUri: string, verifier: string | null): Grant {
    const code = this.#codes.get(name)
    if (!code || code.clientId !== clientId)
      throw new EntraError('invalid_grant', 54005, 'The code was already redeemed or is unknown.')
    if (this.#now() > code.at + CODE_LIFE)
      throw new EntraError('invalid_grant', 70008, 'The code has expired.')
    if (code.redirectUri !== redirectUri)
      throw new EntraError('invalid_grant', 50011, 'The redirect address differs from that of the request.')
    const hash = createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url')
    if (code.challenge !== undefined && hash !== code.challenge)
      throw new EntraError('invalid_grant', 501481, 'The code_verifier does not match the code_challenge.')
    this.#codes.delete(name)
    return code
  }

  refresh(name: string, clientId: string): Grant {
    const grant = this.#refresh.get(name)
    if (!grant || grant.clientId !== clientId)
      throw new EntraError('invalid_grant', 50173, 'The grant has expired due to it being revoked.')
    if (this.#now() > grant.expiresAt)
      throw new EntraError('invalid_grant', 700082, 'The refresh token has expired due to inactivity.')
    return grant
  }

  /** Returns new tokens, a refresh token only for `offline_access`. Earlier refresh tokens stay alive. */
  issue({ email, clientId, scopes }: Grant) {
    const [accessToken, refreshToken] = [`EwB${random()}`, `M.R3_${random()}`]
    const grant = { email, clientId, scopes }
    this.#access.set(accessToken, { ...grant, expiresAt: this.#now() + ACCESS_TOKEN_LIFE })
    if (!scopes.includes('offline_access')) return { accessToken, refreshToken: undefined }
    this.#refresh.set(refreshToken, { ...grant, expiresAt: this.#now() + REFRESH_TOKEN_LIFE })
    return { accessToken, refreshToken }
  }

  findAccess(name: string): Grant | undefined {
    const grant = this.#access.get(name)
    return grant && grant.expiresAt > this.#now() ? grant : undefined
  }

  /** Of one account, or of all. */
  expireAccess(email?: string): void {
    for (const [name, grant] of this.#access)
      if (email === undefined || grant.email === email) this.#access.delete(name)
  }

  /** Ends an agreement, as a person or an administrator does. There is no endpoint for applications. */
  revoke(email: string): void {
    for (const tokens of [this.#refresh, this.#access])
      for (const [name, grant] of tokens) if (grant.email === email) tokens.delete(name)
  }
}

function random(): string {
  return randomBytes(48).toString('base64url')
}
