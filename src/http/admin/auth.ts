import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { MAX_PUBLISHER_ID } from '../../ids.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { findPublisher, getPublisher } from '../../publishers/publisher-store.ts'
import type { Actor } from '../../users/audit.ts'
import { isCsrfToken, SEEN_EVERY_MS } from '../../users/session.ts'
import { updateLastSeen } from '../../users/session-store.ts'
import { actorOf } from '../../users/start-session.ts'
import { mayAs, type Role, type User } from '../../users/user.ts'
import {
  admitProgram,
  bytesOf,
  decorateSigned,
  findProgram,
  isSigned,
  keepRawBody,
  refuseEncoded,
} from '../api/auth.ts'
import { readJson } from '../json-body.ts'
import { requireWithinLimit } from '../rate-limit.ts'
import { requireOwnPage } from './own-page.ts'
import { signedInUser } from './signed-in-user.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; null for programs, and on open routes without a session. */
    user: User | null
    role: Role
    /** The actor in the audit log. */
    actor: Actor
    /** The token of the session; empty for programs. */
    sessionToken: string
  }
  interface FastifyContextConfig {
    /** The lowest role that may call this route of the admin API. */
    role?: Role
    /** True if no authentication is needed. */
    open?: true
    /** True for routes about the signed-in user, which programs can't call. */
    personal?: true
  }
}

/** The role of signed programs. Only users manage users and keys. */
const PROGRAM_ROLE: Role = 'editor'
const READS = ['GET', 'HEAD']
/** The rate limit of a signed-in user. */
const USER_LIMIT = { requests: 50, lengthMs: 1000 }
const PUBLISHER_ID = /^[1-9]\d{0,9}$/

/**
 * Decides for the whole admin API who may call a route. Each route declares its lowest role or that it is
 * open; otherwise start-up fails. Requests come from users with a session, or from programs that sign them.
 */
export function requireRole(app: FastifyInstance, ctx: AppContext): void {
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
    const bySession = { session: [], ...(change && { csrf: [] }) }
    const byProgram = role && !personal && mayAs(PROGRAM_ROLE, role)
    const security = open ? [] : [bySession, ...(byProgram ? [{ apiKey: [], apiSign: [] }] : [])]
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
      await admitUser(ctx, req, reply)
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
    if (req.routeOptions.schema?.body) req.body = readJson(bytesOf(req.rawBody))
  })
}

/** Finds the user of the session and the publisher that the request is for. */
async function admitUser(ctx: AppContext, req: FastifyRequest, reply: FastifyReply): Promise<void> {
  const signedIn = await signedInUser(ctx, req)
  if (!signedIn) throw new AppError('signed_out', 'Please sign in')
  const { session, user, token } = signedIn
  const now = ctx.now()
  await requireWithinLimit(ctx, reply, user.publisherId, `user ${user.id}`, USER_LIMIT)
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
  throw new AppError('forbidden', 'The token of this page does not match. Reload the page.', {
    kind: 'page_outdated',
  })
}

/**
 * Returns the user's publisher, or the sub-account named in the header by an owner or editor of its partner.
 */
async function publisherActedFor(ctx: AppContext, req: FastifyRequest, user: User): Promise<Publisher> {
  const own = await getPublisher(ctx.db, user.publisherId)
  const named = req.headers['x-publisher']
  if (named === undefined || named === String(own.id)) return own
  const id = typeof named === 'string' && PUBLISHER_ID.test(named) ? Number(named) : 0
  const other =
    own.partner && mayAs(user.role, 'editor') && id <= MAX_PUBLISHER_ID
      ? await findPublisher(ctx.db, id)
      : undefined
  if (other?.parentId === own.id) return other
  throw notFound('Publisher', String(named))
}

/** Throws if the header names another publisher than the key's. */
function requireOwn(req: FastifyRequest, { id }: Publisher): void {
  const named = req.headers['x-publisher']
  if (named !== undefined && named !== String(id)) throw notFound('Publisher', String(named))
}

function requireRights(req: FastifyRequest): void {
  const { role = 'owner', personal } = req.routeOptions.config
  if (personal && !req.user)
    throw new AppError('forbidden', 'This is for users who sign in, not for programs')
  if (mayAs(req.role, role)) return
  throw new AppError('forbidden', `Only an ${role === 'owner' ? 'owner' : 'editor or owner'} may do this`, {
    kind: 'role_too_low',
  })
}

function isChange(req: FastifyRequest): boolean {
  return !READS.includes(req.method)
}
