import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { manageUrl } from '../../links/links.ts'
import { connectMirror, connectPerson } from '../../push-targets/connect.ts'
import { type Consent, ProviderError } from '../../push-targets/provider.ts'
import { audited } from '../../users/audit.ts'
import { actorOf } from '../../users/start-session.ts'
import { signedInUser } from '../admin/signed-in-user.ts'
import { type ConsentOf, getProvider, redirectUriOf, suffices, takeAsked } from '../consent.ts'
import { getActiveLink } from '../widget/manage-links.ts'

/** How a consent came out, as the page that the browser comes back to is told. */
type Outcome = 'connected' | 'refused' | 'unticked' | 'failed'

interface FromProvider {
  Querystring: { state?: string; code?: string; error?: string }
}

/** The address to which Google sends browsers back. */
export function consentCallback(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.get<FromProvider>('/google/callback', { schema: { hide: true } }, async (req, reply) => {
      reply.header('cache-control', 'no-store')
      const { state = '', code, error } = req.query
      getProvider(ctx, 'google')
      const asked = takeAsked(ctx, req, reply, state)
      if (!asked)
        throw new AppError('invalid', 'This was begun in another browser, or too long ago. Begin again.')
      const outcome =
        code === undefined
          ? error === 'access_denied'
            ? 'refused'
            : 'failed'
          : await exchange(req, asked.of, code, asked.verifier)
      return back(reply, asked.of, outcome)
    })
    return Promise.resolve()
  }

  async function exchange(
    req: FastifyRequest,
    of: ConsentOf,
    code: string,
    verifier: string,
  ): Promise<Outcome> {
    const provider = getProvider(ctx, 'google')
    try {
      const consent = await provider.exchange(code, verifier, redirectUriOf(ctx))
      if (suffices(provider, of.kind, consent.scopes)) {
        await (of.kind === 'person' ? storePerson(of, consent) : storeMirror(req, of, consent))
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

  async function storePerson(of: ConsentOf & { kind: 'person' }, consent: Consent): Promise<void> {
    const { target } = await getActiveLink(ctx, of.token)
    if (target.id !== of.subscriberId || target.publisherId !== of.publisherId)
      throw new AppError('forbidden', 'This link is of somebody else')
    await connectPerson(ctx, 'google', target.publisherId, target.id, consent)
  }

  /** The owner who asked has to be signed in still. */
  async function storeMirror(
    req: FastifyRequest,
    of: ConsentOf & { kind: 'mirror' },
    consent: Consent,
  ): Promise<void> {
    const { user } = (await signedInUser(ctx, req)) ?? {}
    if (user?.id !== of.userId || user.role !== 'owner') throw new AppError('signed_out', 'Please sign in')
    const actor = { ...actorOf(user, req.id, ctx.now()), publisherId: of.publisherId }
    await audited(ctx, actor, 'google.connect', async (within) => {
      const grant = await connectMirror(within, 'google', of.publisherId, consent)
      return {
        result: undefined,
        subject: { kind: 'google', id: grant.id },
        after: { scopes: consent.scopes },
      }
    })
  }

  function back(reply: FastifyReply, of: ConsentOf, outcome: Outcome): FastifyReply {
    const { publicUrl } = ctx.config.http
    const page = of.kind === 'person' ? manageUrl(publicUrl, of.token) : `${publicUrl}/admin/google`
    return reply.redirect(`${page}?google=${outcome}`, 303)
  }
}
