import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { getTimezone } from '../../publishers/publisher-store.ts'
import { chooseMirrors, disconnectMirror, markMirrorOpen } from '../../push-targets/connect-mirror.ts'
import { findMirrorGrant } from '../../push-targets/grant-store.ts'
import { listTargetsOf } from '../../push-targets/target-store.ts'
import { listStatistics } from '../../statistics/statistic-store.ts'
import { dayAt } from '../../time/day.ts'
import { audited } from '../../users/audit.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { askForConsent, getProvider } from '../consent.ts'
import { contract } from '../contract.ts'
import { ConsentAnswer, GoogleAnswer, type GoogleRecord, MirrorsInput } from './google-schemas.ts'

const ById = Type.Object({ id: Key })

/** The publisher's account at Google, and the mirrors of public calendars in it. */
export function googleRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { role: 'owner', invalid: 'Invalid Google Data' } as const
    const tags = ['Calendars']

    app.get(
      '/google',
      {
        config: { role: 'viewer' },
        schema: contract({
          id: 'getGoogle',
          tags,
          summary: 'Get the state of the account at Google and of its mirrors',
          answers: { 200: GoogleAnswer },
        }),
      },
      async (req) => answerOf(req.publisher.id),
    )

    app.post(
      '/google/connect',
      {
        config: { ...config, personal: true },
        schema: contract({
          id: 'connectGoogle',
          tags,
          summary: 'Begin to connect an account at Google',
          description:
            'Lead the browser to `url`. It comes back to `/admin/google` and says how it came out.',
          answers: { 200: ConsentAnswer },
        }),
      },
      async (req, reply) => {
        const of = { kind: 'mirror', publisherId: req.publisher.id, userId: req.user!.id } as const
        return { data: { url: await askForConsent(ctx, reply, 'google', of) }, ...OK }
      },
    )

    app.put<{ Body: MirrorsInput }>(
      '/google/mirrors',
      {
        config,
        schema: contract({
          id: 'chooseMirrors',
          tags,
          summary: 'Choose the calendars that have a mirror at Google',
          description: 'The mirrors of all others are deleted at Google. 409 without a connected account.',
          body: MirrorsInput,
          answers: { 200: GoogleAnswer },
        }),
      },
      async (req) => {
        const { id } = req.publisher
        const { calendarIds } = req.body
        await getProvider(ctx, id, 'google')
        await audited(ctx, req.actor, 'google.mirrors', async (within) => {
          await chooseMirrors(within, id, calendarIds)
          return { result: undefined, subject: { kind: 'publisher', id: String(id) }, after: { calendarIds } }
        })
        return answerOf(id)
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/google/mirrors/:id/open',
      {
        config,
        schema: contract({
          id: 'openMirror',
          tags,
          summary: 'Say that a mirror was made public by hand',
          description:
            'For a consent without the right to do so. From now on pages offer the mirror. 404 unless the calendar has one that is active.',
          params: ById,
          answers: { 200: GoogleAnswer },
        }),
      },
      async (req) => {
        const { id: publisherId } = req.publisher
        const { id } = req.params
        await getProvider(ctx, publisherId, 'google')
        await audited(ctx, req.actor, 'google.open', async (within) => {
          await markMirrorOpen(within, publisherId, id)
          return { result: undefined, subject: { kind: 'calendar', id } }
        })
        return answerOf(publisherId)
      },
    )

    app.delete(
      '/google',
      {
        config,
        schema: contract({
          id: 'disconnectGoogle',
          tags,
          summary: 'Disconnect the account at Google',
          description: 'All mirrors are deleted at Google, and the consent is revoked.',
        }),
      },
      async (req) => {
        const { id } = req.publisher
        const grant = await findMirrorGrant(ctx.db, id)
        if (!grant) throw new AppError('conflict', 'No Google account is connected')
        await disconnectMirror(ctx, id)
        await audited(ctx, req.actor, 'google.disconnect', () =>
          Promise.resolve({
            result: undefined,
            subject: { kind: 'google', id: grant.id },
            before: { scopes: grant.scopes },
          }),
        )
        return OK
      },
    )
    return Promise.resolve()
  }

  async function answerOf(publisherId: number) {
    return { data: await presentGoogle(publisherId), ...OK }
  }

  async function countRequestsToday(publisherId: number): Promise<number> {
    const today = dayAt(await getTimezone(ctx.db, publisherId), ctx.now())
    const statistics = await listStatistics(ctx.db, publisherId, today)
    return statistics.find(({ name }) => name === 'pushRequests')?.value ?? 0
  }

  async function presentGoogle(publisherId: number): Promise<GoogleRecord> {
    const provider = (await ctx.providers.of(publisherId)).google
    const grant = provider && (await findMirrorGrant(ctx.db, publisherId))
    const requestsToday = await countRequestsToday(publisherId)
    if (!grant) {
      const none = { state: 'none' as const, since: null, opens: false, mirrors: [] }
      return { offered: provider !== undefined, ...none, requestsToday }
    }
    const targets = await listTargetsOf(ctx.db, publisherId, grant.id)
    const calendars = await listCalendarsById(
      ctx.db,
      publisherId,
      targets.map(({ calendarId }) => calendarId!),
    )
    const nameOf = new Map(calendars.map(({ id, name }) => [id, name]))
    return {
      offered: true,
      state: grant.disconnectedAt !== null ? 'disconnected' : 'connected',
      since: timeOf(grant.consentedAt),
      opens: provider.scopes.mirror.asked.every((scope) => grant.scopes.includes(scope)),
      requestsToday,
      mirrors: targets.map((target) => ({
        calendar: { id: target.calendarId!, name: nameOf.get(target.calendarId!) ?? '' },
        state: target.state,
        address: target.remoteCalendarId === null ? null : provider.addUrl(target.remoteCalendarId),
        open: target.open,
        lastWrite: timeOf(target.lastWriteAt),
        lastCheck: timeOf(target.lastOkAt),
        failures: target.failures,
        message: target.lastError,
      })),
    }
  }
}

function timeOf(at: number): string
function timeOf(at: number | null): string | null
function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
