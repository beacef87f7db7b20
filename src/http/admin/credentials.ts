import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import {
  changeCredentials,
  checkCredentials,
  prepareChange,
  removeCredentials,
} from '../../push-targets/change-credentials.ts'
import { countConcerned } from '../../push-targets/consents-of-client.ts'
import { findCredentials } from '../../push-targets/credentials-store.ts'
import { PROVIDER_NAMES, type ProviderName } from '../../push-targets/grant.ts'
import { audited } from '../../users/audit.ts'
import { OK } from '../answer.ts'
import { redirectUriOf } from '../consent.ts'
import { contract } from '../contract.ts'
import {
  ByProvider,
  CredentialsInput,
  ProviderAnswer,
  type ProviderRecord,
  ProvidersAnswer,
  RemovalInput,
} from './credentials-schemas.ts'

const ENDS =
  'Consents that were made with another client of your own end: their calendars are deleted, and people are asked to connect again. 409 if there are any, unless `endConsents` is true.'

/** A publisher's own clients at the providers of calendars. */
export function credentialsRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { role: 'owner', invalid: 'Invalid Client Data' } as const
    const tags = ['Publisher']

    app.get(
      '/providers',
      {
        config,
        schema: contract({
          id: 'listProviders',
          tags,
          summary: 'Whose credentials are used at Google and at Microsoft',
          answers: { 200: ProvidersAnswer },
        }),
      },
      async (req) => {
        const { id } = req.publisher
        return { data: await Promise.all(PROVIDER_NAMES.map((name) => present(id, name))), ...OK }
      },
    )

    app.put<{ Params: ByProvider; Body: CredentialsInput }>(
      '/providers/:provider/credentials',
      {
        config,
        schema: contract({
          id: 'setCredentials',
          tags,
          summary: 'Use a client of your own at Google or Microsoft',
          description: `The provider is asked first: 400 if it does not take the client, 503 if it does not answer. A new secret of the same client replaces the former one, and consents go on. ${ENDS}`,
          params: ByProvider,
          body: CredentialsInput,
          answers: { 200: ProviderAnswer },
        }),
      },
      async (req) => {
        const { id: publisherId } = req.publisher
        const { provider } = req.params
        const { clientId, clientSecret, endConsents = false } = req.body
        const change = { publisherId, provider, clientId, clientSecret, endConsents }
        await checkCredentials(ctx, provider, change)
        await prepareChange(ctx, change)
        await audited(ctx, req.actor, 'credentials.set', async (within) => {
          const before = await findCredentials(within.db, publisherId, provider)
          await changeCredentials(within, change)
          return {
            result: undefined,
            subject: { kind: 'credentials', id: provider },
            before: before && { clientId: before.clientId, clientSecret: before.clientSecret },
            after: { clientId, clientSecret },
          }
        })
        return { data: await present(publisherId, provider), ...OK }
      },
    )

    app.delete<{ Params: ByProvider; Body: RemovalInput }>(
      '/providers/:provider/credentials',
      {
        config,
        schema: contract({
          id: 'removeCredentials',
          tags,
          summary: 'Remove your own client at Google or Microsoft',
          description: `From now on that of the installation is used, if there is one. ${ENDS}`,
          params: ByProvider,
          body: RemovalInput,
          answers: { 200: ProviderAnswer },
        }),
      },
      async (req) => {
        const { id: publisherId } = req.publisher
        const { provider } = req.params
        const change = { publisherId, provider, clientId: null, endConsents: req.body.endConsents ?? false }
        await prepareChange(ctx, change)
        await audited(ctx, req.actor, 'credentials.remove', async (within) => {
          const { clientId } = await removeCredentials(within, change)
          return { result: undefined, subject: { kind: 'credentials', id: provider }, before: { clientId } }
        })
        return { data: await present(publisherId, provider), ...OK }
      },
    )
    return Promise.resolve()
  }

  async function present(publisherId: number, provider: ProviderName): Promise<ProviderRecord> {
    const own = await findCredentials(ctx.db, publisherId, provider)
    const installation = ctx.config[provider].credentials !== undefined
    const none = { people: 0, mirrors: 0, account: false }
    return {
      provider,
      used: own ? 'own' : installation ? 'installation' : 'none',
      clientId: own?.clientId ?? null,
      since: own ? new Date(own.since).toISOString() : null,
      installation,
      redirectUri: redirectUriOf(ctx, provider),
      ...(own ? await countConcerned(ctx.db, own) : none),
    }
  }
}
