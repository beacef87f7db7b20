import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { DavAccount } from '../../dav/account.ts'
import { findCollection } from '../../dav/collection.ts'
import { readObjects } from '../../dav/objects.ts'
import { AppError } from '../../errors.ts'
import { applicationOf } from '../../feeds/applications.ts'
import { deleteRegistration } from '../../web-push/push-registration-store.ts'
import { DavError } from './dav-error.ts'
import { sendMultiStatus, unchangeable } from './multi-status.ts'
import { type DavPath, davPaths } from './paths.ts'
import { type Common, wantedIn } from './properties.ts'
import { propfind, readPropfind } from './propfind.ts'
import { isPushRegister, registerForPush } from './push-register.ts'
import { readOnly, sendDavError } from './refusals.ts'
import { report, unsupportedReport } from './reports.ts'
import { signInDevice } from './sign-in.ts'
import { childOf, DAV, type Element, readXml } from './xml.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of a signed-in device; null on other surfaces. */
    davAccount: DavAccount | null
  }
}

/** Methods of WebDAV that the server of the framework has to be told of. */
const DAV_METHODS = [
  'PROPFIND',
  'PROPPATCH',
  'REPORT',
  'MKCOL',
  'MKCALENDAR',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
  'ACL',
]
const WRITING = [
  'PUT',
  'POST',
  'PATCH',
  'DELETE',
  'MKCOL',
  'MKCALENDAR',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
  'ACL',
]
const ALL = ['OPTIONS', 'GET', 'HEAD', 'PROPFIND', 'PROPPATCH', 'REPORT', ...WRITING]

/** Octets of a body. A calendar-multiget of 1,000 objects has about 110,000. */
const BODY_LIMIT = 200_000
const WELL_KNOWN = '/.well-known/caldav'

const FEATURES = {
  dav: '1, 3, access-control, calendar-access',
  allow: 'OPTIONS, GET, HEAD, PROPFIND, REPORT',
}
const OBJECT_TYPE = 'text/calendar; charset=utf-8; component=vevent'

/** The CalDAV accounts of subscribers, read only. */
export function davRoutes(ctx: AppContext) {
  const { publicUrl } = ctx.config.http
  const paths = davPaths(publicUrl)

  return (app: FastifyInstance) => {
    for (const method of DAV_METHODS) app.addHttpMethod(method, { hasBody: true })
    app.decorateRequest('davAccount', null)
    app.setErrorHandler(sendDavError)
    app.addHook('onRequest', async (req, reply) => {
      reply.header('dav', FEATURES.dav)
      const discovers = isWellKnown(req) && req.method !== 'PROPFIND'
      // A stranger's body is not read.
      if (req.method !== 'OPTIONS' && !discovers) req.davAccount = await signInDevice(ctx, req, reply)
    })
    const options = { schema: { hide: true }, bodyLimit: BODY_LIMIT }
    app.route({ ...options, method: ['PROPFIND', 'OPTIONS'], url: '/', handler: handle })
    app.route({ ...options, method: ALL, url: WELL_KNOWN, handler: handle })
    app.route({ ...options, method: ALL, url: '/dav', handler: handle })
    app.route({ ...options, method: ALL, url: '/dav/*', handler: handle })
    return Promise.resolve()
  }

  async function handle(req: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (req.method === 'OPTIONS') return reply.header('allow', FEATURES.allow).code(200).send()
    const account = req.davAccount
    // Only PROPFIND is answered here: some clients follow no redirect of it.
    if (!account) return reply.redirect(`${publicUrl}/dav/`, 307)
    const href = req.url.split('?', 1)[0]!
    if (req.method === 'POST' || req.method === 'DELETE') {
      const answered = await changeRegistration(req, reply, account, href)
      if (answered) return answered
    }
    if (WRITING.includes(req.method)) throw readOnly(href)
    const path = readPath(href, account)
    const common = { publicUrl, paths, now: ctx.now(), links: ctx.links, pushKey: ctx.webPush.publicKey }
    if (req.method === 'PROPFIND') return sendProperties(req, reply, { account, path, href, common })
    if (req.method === 'REPORT') return sendReport(req, reply, { account, path, common })
    if (req.method === 'PROPPATCH') {
      const changed = bodyOf(req)?.children.flatMap((part) => childOf(part, DAV, 'prop') ?? []) ?? []
      return sendMultiStatus(reply, [unchangeable(href, changed.flatMap(wantedIn))])
    }
    return sendObject(req, reply, account, path)
  }

  /** Registers a device for push, or ends that. Undefined: the request is about something else. */
  async function changeRegistration(
    req: FastifyRequest,
    reply: FastifyReply,
    account: DavAccount,
    href: string,
  ): Promise<FastifyReply | undefined> {
    const path = paths.read(href)
    if (!path || path.kind === 'root' || path.account !== account.id) return undefined
    if (req.method === 'DELETE') {
      if (path.kind !== 'registration') return undefined
      const { publisherId, id } = account.target
      if (!(await deleteRegistration(ctx.db, publisherId, id, path.id))) throw notThere()
      return reply.code(204).send()
    }
    if (path.kind !== 'collection' || account.ended) return undefined
    const body = bodyOf(req)
    if (!body || !isPushRegister(body)) return undefined
    const collection = await findCollection(ctx, account, path.collection)
    if (!collection) throw notThere()
    const origin = new URL(publicUrl).origin
    return registerForPush(
      ctx,
      reply,
      { account, collection },
      body,
      (id) => origin + paths.registration(account.id, id),
    )
  }

  /** Returns the resource of a path, which may not exist. An account has only its own. */
  function readPath(href: string, account: DavAccount): DavPath {
    const path = href === '/' || href.startsWith(WELL_KNOWN) ? ({ kind: 'root' } as const) : paths.read(href)
    if (!path || (path.kind !== 'root' && path.account !== account.id)) throw notThere()
    return path
  }

  async function sendProperties(
    req: FastifyRequest,
    reply: FastifyReply,
    place: { account: DavAccount; path: DavPath; href: string; common: Common },
  ): Promise<FastifyReply> {
    const { depth = 'infinity' } = req.headers
    if (depth !== '0' && depth !== '1')
      throw new DavError(403, 'Ask with Depth: 0 or 1', '<d:propfind-finite-depth/>')
    const body = readPropfind(bodyOf(req))
    const { account, path } = place
    if (depth === '1' && (path.kind === 'home' || path.kind === 'collection'))
      countRead(req, account, path.kind === 'collection')
    return sendMultiStatus(reply, propfind(ctx, { ...place, depth, brief: isBrief(req) }, body))
  }

  async function sendReport(
    req: FastifyRequest,
    reply: FastifyReply,
    { account, path, common }: { account: DavAccount; path: DavPath; common: Common },
  ): Promise<FastifyReply> {
    const body = bodyOf(req)
    if (!body) throw new DavError(400, 'A REPORT has a body')
    if (path.kind !== 'collection') throw unsupportedReport(body)
    const collection = await findCollection(ctx, account, path.collection)
    if (!collection) throw notThere()
    const asked = { account, collection, common, brief: isBrief(req) }
    const responses = report(ctx, body, asked)
    if (body.name !== 'calendar-multiget') countRead(req, account, true)
    return sendMultiStatus(reply, responses)
  }

  async function sendObject(
    req: FastifyRequest,
    reply: FastifyReply,
    account: DavAccount,
    path: DavPath,
  ): Promise<FastifyReply> {
    if (path.kind === 'root') return reply.type('text/plain; charset=utf-8').send('CalDAV\n')
    if (path.kind !== 'object') {
      reply.header('allow', FEATURES.allow)
      throw new AppError('not_allowed', 'Ask for this with PROPFIND')
    }
    const collection = await findCollection(ctx, account, path.collection)
    const [object] = collection ? await readObjects(ctx, account, collection, [path.id]) : []
    if (!object) throw notThere()
    const { etag, modified, text } = object
    reply.headers({
      etag,
      'last-modified': new Date(modified).toUTCString(),
      'cache-control': 'private, no-cache',
    })
    if (req.headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*'))
      return reply.code(304).send()
    return reply.type(OBJECT_TYPE).send(text)
  }

  /**
   * Counts that a device looked for changes. Applications look at all calendars that they show in turn, so one that has
   * read one calendar counts as having read all.
   */
  function countRead(req: FastifyRequest, account: DavAccount, whole: boolean): void {
    const { publisherId, id, number } = account.target
    ctx.feedReads.count({
      ...{ publisherId, subscriberId: id, link: number, pending: false, etag: '', at: ctx.now() },
      application: applicationOf(req.headers['user-agent']).name,
      revision: whole && !account.ended ? account.revision : 0,
    })
  }
}

function bodyOf(req: FastifyRequest): Element | undefined {
  const body = req.body as Buffer | undefined
  return body && body.length > 0 ? readXml(body) : undefined
}

/** RFC 8144, and what Apple's applications send. */
function isBrief({ headers }: FastifyRequest): boolean {
  return /\breturn=minimal\b/i.test(String(headers['prefer'] ?? '')) || headers['brief'] === 't'
}

function isWellKnown({ url }: FastifyRequest): boolean {
  return url.startsWith(WELL_KNOWN)
}

function notThere(): DavError {
  return new DavError(404, 'There is nothing at this address')
}
