import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { manageUrl } from '../../links/links.ts'
import { connectMirror, connectPerson } from '../../push-targets/connect.ts'
import { callbackOf, type ProviderName } from '../../push-targets/grant.ts'
import { type Consent, type ConsentRefusal, ProviderError } from '../../push-targets/provider.ts'
import { audited } from '../../users/audit.ts'
import { actorOf } from '../../users/start-session.ts'
import { signedInUser } from '../admin/signed-in-user.ts'
import { type ConsentOf, getProvider, redirectUriOf, suffices, takeAsked } from '../consent.ts'
import { getActiveLink } from '../widget/manage-links.ts'

/** How a consent came out, as the page that the browser comes back to is told. */
type Outcome = 'connected' | 'unticked' | ConsentRefusal

interface FromProvider {
  Querystring: { state?: string; code?: string; error?: string; error_description?: string }
}

/** The address to which a provider sends browsers back. */
export function consentCallback(ctx: AppContext, name: ProviderName) {
  return (app: FastifyInstance) => {
    app.get<FromProvider>(callbackOf(name), { schema: { hide: true } }, async (req, reply) => {
      reply.header('cache-control', 'no-store')
      const { state = '', code, error = '', error_description: description = '' } = req.query
      const provider = getProvider(ctx, name)
      const asked = takeAsked(ctx, req, reply, name, state)
      if (!asked)
        throw new AppError('invalid', 'This was begun in another browser, or too long ago. Begin again.')
      const outcome =
        code === undefined
          ? provider.refusalOf(error, description)
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
    const provider = getProvider(ctx, name)
    try {
      const consent = await provider.exchange(code, verifier, redirectUriOf(ctx, name))
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
    await connectPerson(ctx, name, target.publisherId, target.id, consent)
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
    await audited(ctx, actor, `${name}.connect`, async (within) => {
      const grant = await connectMirror(within, name, of.publisherId, consent)
      return {
        result: undefined,
        subject: { kind: name, id: grant.id },
        after: { scopes: consent.scopes },
      }
    })
  }

  function back(reply: FastifyReply, of: ConsentOf, outcome: Outcome): FastifyReply {
    const { publicUrl } = ctx.config.http
    const page = of.kind === 'person' ? manageUrl(publicUrl, of.token) : `${publicUrl}/admin/${name}`
    return reply.redirect(`${page}?${name}=${outcome}`, 303)
  }
}
