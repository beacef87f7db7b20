import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { manageUrl } from '../../links/links.ts'
import { connectMirror } from '../../push-targets/connect-mirror.ts'
import { connectPerson, findLivePerson } from '../../push-targets/connect-person.ts'
import { callbackOf, type Grant, type ProviderName } from '../../push-targets/grant.ts'
import { findMirrorGrant } from '../../push-targets/grant-store.ts'
import { leavesCalendars } from '../../push-targets/leaves-calendars.ts'
import {
  type Consent,
  type ConsentRefusal,
  type Provider,
  ProviderError,
} from '../../push-targets/provider.ts'
import { audited } from '../../users/audit.ts'
import { actorOf } from '../../users/start-session.ts'
import { LANGUAGES } from '../../words/index.ts'
import { signedInUser } from '../admin/signed-in-user.ts'
import { type ConsentOf, redirectUriOf, suffices, takeAsked } from '../consent.ts'
import { readManageLink } from '../widget/manage-links.ts'
import type { FindAssets } from './assets.ts'
import { languageOf } from './language.ts'
import { sendMessage } from './page.ts'

/** How a consent came out, as the page that the browser comes back to is told. */
type Outcome = 'connected' | 'unticked' | 'other' | ConsentRefusal

interface FromProvider {
  Querystring: { state?: string; code?: string; error?: string; error_description?: string }
}

/** The address to which a provider sends browsers back. */
export function consentCallback(ctx: AppContext, assets: FindAssets, name: ProviderName) {
  return (app: FastifyInstance) => {
    app.get<FromProvider>(callbackOf(name), { schema: { hide: true } }, async (req, reply) => {
      reply.header('cache-control', 'no-store')
      const { state = '', code, error = '', error_description: description = '' } = req.query
      const asked = takeAsked(ctx, req, reply, name, state)
      if (!asked) return sendLost(req, reply)
      const { of, verifier, clientId } = asked
      const provider = (await ctx.providers.of(of.publisherId))[name]
      // Somebody changed the credentials meanwhile: the code is for the client before.
      if (provider?.client.clientId !== clientId) return back(reply, of, 'failed')
      if (code === undefined) return back(reply, of, provider.refusalOf(error, description))
      const store = await (of.kind === 'person' ? storerOfPerson(of) : storerOfMirror(req, of))
      // The code runs out by itself: nothing was granted yet.
      if (!store) return back(reply, of, 'other')
      return back(reply, of, await exchange(req, of, provider, { code, verifier, store }))
    })
    return Promise.resolve()
  }

  async function exchange(
    req: FastifyRequest,
    { kind }: ConsentOf,
    provider: Provider,
    { code, verifier, store }: { code: string; verifier: string; store: Storer },
  ): Promise<Outcome> {
    const { clientId, isOwn } = provider.client
    try {
      const consent = await provider.exchange(code, verifier, redirectUriOf(ctx, name))
      if (suffices(provider, kind, consent.scopes)) {
        await store(isOwn ? { ...consent, clientId } : consent)
        return 'connected'
      }
      // The tokens are forgotten. Revoking them would end other consents of the same account.
      return 'unticked'
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      req.log.warn({ err: error }, 'a consent could not be exchanged')
      return 'failed'
    }
  }

  /** Undefined: the link has ended since the person asked. */
  async function storerOfPerson(of: ConsentOf & { kind: 'person' }): Promise<Storer | undefined> {
    const link = await readManageLink(ctx, of.token)
    if (link?.state !== 'active' || link.target.id !== of.subscriberId) return undefined
    const { publisherId, id } = link.target
    return async (consent) => {
      const live = await findLivePerson(ctx.db, publisherId, id, name)
      await connectPerson(ctx, name, publisherId, id, consent, await isMoved(live?.grant, consent))
    }
  }

  /** Undefined: the owner who asked is not signed in any more, or is no owner. */
  async function storerOfMirror(
    req: FastifyRequest,
    of: ConsentOf & { kind: 'mirror' },
  ): Promise<Storer | undefined> {
    const { user } = (await signedInUser(ctx, req)) ?? {}
    if (user?.id !== of.userId || user.role !== 'owner') return undefined
    const actor = { ...actorOf(user, req.id, ctx.now()), publisherId: of.publisherId }
    return async (consent) => {
      const moved = await isMoved(await findMirrorGrant(ctx.db, of.publisherId), consent)
      await audited(ctx, actor, `${name}.connect`, async (within) => {
        const grant = await connectMirror(within, name, of.publisherId, consent, moved)
        const subject = { kind: name, id: grant.id } as const
        return { result: undefined, subject, after: { scopes: consent.scopes } }
      })
    }
  }

  /** Outside of the transaction that stores the consent, since the provider is asked. */
  async function isMoved(earlier: Grant | undefined, consent: Consent): Promise<boolean> {
    return earlier !== undefined && leavesCalendars(ctx, earlier, consent)
  }

  /** The person's page, or that of the staff, says how it came out. */
  function back(reply: FastifyReply, of: ConsentOf, outcome: Outcome): FastifyReply {
    const { publicUrl } = ctx.config.http
    const query = `?${name}=${outcome}`
    const page =
      of.kind === 'person'
        ? `${manageUrl(publicUrl, of.token)}${query}#${name}`
        : `${publicUrl}/admin/${name}${query}`
    return reply.redirect(page, 303)
  }

  /** Nothing tells whose page it was. */
  function sendLost(req: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { message, front } = LANGUAGES[languageOf(req)]
    return sendMessage(req, reply.code(400), assets('message'), {
      title: message.failedTitle,
      text: message.consentLost,
      ways: [{ label: front.staff, href: '/admin/google' }],
    })
  }
}

type Storer = (consent: Consent) => Promise<void>
