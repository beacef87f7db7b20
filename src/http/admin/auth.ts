import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { findPublisher, getPublisher } from '../../publishers/publisher-store.ts'
import type { Actor } from '../../users/audit.ts'
import { isCsrfToken, isOver, SEEN_EVERY_MS } from '../../users/session.ts'
import { findSession, updateLastSeen } from '../../users/session-store.ts'
import { actorOf } from '../../users/start-session.ts'
import { publisherOfToken, tokenHash } from '../../users/token.ts'
import { mayAs, type Role, type User } from '../../users/user.ts'
import { findUser } from '../../users/user-store.ts'
import {
  admitProgram,
  decorateSigned,
  findProgram,
  keepRawBody,
  octetsOf,
  refuseEncoded,
} from '../api/auth.ts'
import { readJson } from '../json-body.ts'
import { requireWithinLimit } from '../rate-limit.ts'
import type { Cookies } from './cookies.ts'
import { requireOwnPage } from './own-page.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null: a program, or on an open route nobody. */
    user: User | null
    role: Role
    /** Whom the log of changes names. */
    actor: Actor
    /** Of the session; empty for programs. */
    sessionToken: string
  }
  interface FastifyContextConfig {
    /** What a person has to be at least to call this route of the admin API. */
    role?: Role
    /** Nobody has to be signed in. */
    open?: true
    /** About who is signed in: there is no such thing for a program. */
    personal?: true
  }
}

/** What a signed program counts as. People and keys are for people. */
const PROGRAM_ROLE: Role = 'editor'
const READS = ['GET', 'HEAD']
/** Of a person who is signed in. */
const PERSON_LIMIT = { requests: 50, lengthMs: 1000 }
const PUBLISHER_ID = /^[1-9]\d{0,9}$/

/**
 * The one place that decides who may call what of the admin API. Each route names the least role it needs, or
 * says that it is open; one that does neither stops the start. A request is made by a person with a session, or
 * by a program that signs it.
 */
export function requireRole(app: FastifyInstance, ctx: AppContext, cookies: Cookies): void {
  decorateSigned(app)
  app.decorateRequest('user', null)
  app.decorateRequest('role', 'viewer')
  app.decorateRequest('actor', null as unknown as Actor)
  app.decorateRequest('sessionToken', '')

  app.addHook('onRoute', (route) => {
    const { role, open, personal } = route.config ?? {}
    const methods = [route.method].flat()
    if (!role === !open) throw new Error(`${methods.join()} ${route.url} needs a role, or to be open`)
    const change = methods.some((method) => !READS.includes(method))
    const person = { session: [], ...(change && { csrf: [] }) }
    const byProgram = role && !personal && mayAs(PROGRAM_ROLE, role)
    const security = open ? [] : [person, ...(byProgram ? [{ apiKey: [], apiSign: [] }] : [])]
    route.schema = { ...route.schema, security }
  })

  app.addHook('onRequest', async (req, reply) => {
    reply.header('cache-control', 'no-store')
    refuseEncoded(req)
    const { open } = req.routeOptions.config
    if (isSigned(req) && !open) {
      await findProgram(ctx, req)
      req.role = PROGRAM_ROLE
    } else {
      if (isChange(req)) requireOwnPage(req, ctx.config.http.publicUrl)
      if (open) return
      await admitPerson(ctx, cookies, req, reply)
    }
    requireRights(req)
  })

  app.addHook('preValidation', async (req, reply) => {
    if (isSigned(req) && !req.routeOptions.config.open) {
      await admitProgram(ctx, req, reply)
      requireOwn(req, req.publisher)
      const { id } = req.publisher
      const { key, name } = req.apiKey
      const by = { kind: 'api-key' as const, id: key, name, homeId: id }
      req.actor = { ...by, publisherId: id, requestId: req.id, at: ctx.now() }
    } else keepRawBody(req)
    if (req.routeOptions.schema?.body) req.body = readJson(octetsOf(req.rawBody))
  })
}

/** Finds the session's person, and the publisher it acts for. */
async function admitPerson(
  ctx: AppContext,
  cookies: Cookies,
  req: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const now = ctx.now()
  const token = cookies.session(req)
  const publisherId = publisherOfToken(token)
  const session =
    publisherId === undefined ? undefined : await findSession(ctx.db, publisherId, tokenHash(token))
  const user =
    session && !isOver(session, now) ? await findUser(ctx.db, session.publisherId, session.userId) : undefined
  if (!session || !user || user.disabled) throw new AppError('signed_out', 'Please sign in')
  await requireWithinLimit(ctx, reply, user.publisherId, `person ${user.id}`, PERSON_LIMIT)
  if (isChange(req)) requireCsrfToken(req, token)
  if (now >= session.lastSeen + SEEN_EVERY_MS) await updateLastSeen(ctx.db, session, now)
  req.user = user
  req.role = user.role
  req.sessionToken = token
  req.publisher = await publisherActedFor(ctx, req, user)
  req.actor = { ...actorOf(user, req.id, now), publisherId: req.publisher.id }
}

function requireCsrfToken(req: FastifyRequest, sessionToken: string): void {
  const given = req.headers['x-csrf-token']
  if (typeof given === 'string' && isCsrfToken(given, sessionToken)) return
  throw new AppError('forbidden', 'The token of this page does not match. Reload the page.')
}

/** Its own publisher, or the sub-account that an owner or editor of a partner names in the header. */
async function publisherActedFor(ctx: AppContext, req: FastifyRequest, user: User): Promise<Publisher> {
  const own = await getPublisher(ctx.db, user.publisherId)
  const named = req.headers['x-publisher']
  if (named === undefined || named === String(own.id)) return own
  const id = typeof named === 'string' && PUBLISHER_ID.test(named) ? Number(named) : 0
  const other =
    own.partner && mayAs(user.role, 'editor') && id < 2 ** 31 ? await findPublisher(ctx.db, id) : undefined
  if (other?.parentId === own.id) return other
  throw notFound('Publisher', String(named))
}

/** A key is good for its own publisher only. */
function requireOwn(req: FastifyRequest, { id }: Publisher): void {
  const named = req.headers['x-publisher']
  if (named !== undefined && named !== String(id)) throw notFound('Publisher', String(named))
}

function requireRights(req: FastifyRequest): void {
  const { role = 'owner', personal } = req.routeOptions.config
  if (personal && !req.user)
    throw new AppError('forbidden', 'This is for people who sign in, not for programs')
  if (mayAs(req.role, role)) return
  throw new AppError('forbidden', `Only an ${role === 'owner' ? 'owner' : 'editor or owner'} may do this`)
}

function isSigned(req: FastifyRequest): boolean {
  return (req.query as Record<string, string>).apiKey !== undefined
}

function isChange(req: FastifyRequest): boolean {
  return !READS.includes(req.method)
}
