import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { callbackOf, type ProviderName, type TargetKind } from '../push-targets/grant.ts'
import type { Provider } from '../push-targets/provider.ts'
import { sealerOf } from '../seal/sealer.ts'

/** Whose consent was asked for. */
export type ConsentOf =
  | { kind: 'mirror'; publisherId: number; userId: string }
  /** `token`: of the manage link, to which the browser comes back. */
  | { kind: 'person'; publisherId: number; subscriberId: string; token: string }

/** What the browser keeps between asking and coming back. */
export interface Asked {
  of: ConsentOf
  provider: ProviderName
  /** The code is for this client. */
  clientId: string
  state: string
  /** Proves that who exchanges the code has asked for it (RFC 7636). */
  verifier: string
  /** Epoch ms. */
  until: number
}

const COOKIE = 'fasti_consent'
const ASKED_MS = 600_000
const SEALED_FOR = ['consent']

/** Returns a publisher's provider. Throws `not_found` if there are no credentials for it. */
export async function getProvider(
  { providers }: Pick<AppContext, 'providers'>,
  publisherId: number,
  name: ProviderName,
): Promise<Provider> {
  const provider = (await providers.of(publisherId))[name]
  if (!provider) throw new AppError('not_found', 'Not Found')
  return provider
}

/** The address to which a provider sends browsers back. It is always the same one. */
export function redirectUriOf({ config }: Pick<AppContext, 'config'>, name: ProviderName): string {
  return config.http.publicUrl + callbackOf(name)
}

/**
 * Returns the provider's page at which somebody consents. Only this browser can come back from it: a sealed cookie has
 * the state and the verifier of the code.
 */
export async function askForConsent(
  ctx: AppContext,
  reply: FastifyReply,
  name: ProviderName,
  of: ConsentOf,
): Promise<string> {
  const provider = await getProvider(ctx, of.publisherId, name)
  const { clientId } = provider.client
  const [state, verifier] = [randomText(), randomText()]
  const asked: Asked = { of, provider: name, clientId, state, verifier, until: ctx.now() + ASKED_MS }
  keep(ctx, reply, name, sealerOf(ctx.db).seal(SEALED_FOR, JSON.stringify(asked)), ASKED_MS / 1000)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return provider.consentUrl(of.kind, { state, challenge, redirectUri: redirectUriOf(ctx, name) })
}

/**
 * Returns what this browser asked for, once. Undefined: it asked for nothing within ten minutes, or comes from another
 * provider or with another state.
 */
export function takeAsked(
  ctx: AppContext,
  req: FastifyRequest,
  reply: FastifyReply,
  name: ProviderName,
  state: string,
): Asked | undefined {
  const sealed = cookieOf(req)
  keep(ctx, reply, name, '', 0)
  const asked = opened(ctx, sealed)
  if (!asked || asked.provider !== name || asked.until < ctx.now()) return undefined
  const [given, expected] = [Buffer.from(state), Buffer.from(asked.state)]
  return given.length === expected.length && timingSafeEqual(given, expected) ? asked : undefined
}

/** Returns whether the rights that are needed were granted: people can untick them. */
export function suffices({ scopes }: Provider, kind: TargetKind, granted: string[]): boolean {
  return scopes[kind]?.needed.every((scope) => granted.includes(scope)) ?? false
}

function opened({ db }: AppContext, sealed: string): Asked | undefined {
  try {
    return JSON.parse(sealerOf(db).open(SEALED_FOR, decodeURIComponent(sealed))) as Asked
  } catch {
    return undefined
  }
}

function keep(
  { config }: AppContext,
  reply: FastifyReply,
  name: ProviderName,
  value: string,
  seconds: number,
): void {
  const secure = config.http.publicUrl.startsWith('https:') ? '; Secure' : ''
  const attributes = `Max-Age=${seconds}; Path=${callbackOf(name)}; HttpOnly; SameSite=Lax${secure}`
  reply.header('set-cookie', `${COOKIE}=${encodeURIComponent(value)}; ${attributes}`)
}

function cookieOf(req: FastifyRequest): string {
  const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? ''
}

/** RFC 7636, 4.1: 43 characters of 256 random bits. */
function randomText(): string {
  return randomBytes(32).toString('base64url')
}
