import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { accountId } from '../../dav/account.ts'
import { appleProfile } from '../../dav/apple-profile.ts'
import { notFound } from '../../errors.ts'
import { writePassword } from '../../links/device-password.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { addDevice } from '../../subscribers/add-device.ts'
import { isLive } from '../../subscribers/feed-link.ts'
import { findLink } from '../../subscribers/link-store.ts'
import { Answer, OK } from '../answer.ts'
import { LinkNumber } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { DeviceName, NewDevice } from '../devices.ts'
import { parseBody } from './forms.ts'
import { ByToken, countedFreshLink, getFreshLink, NEEDS_MAIL } from './manage-links.ts'

const ByDevice = Type.Object({ ...ByToken.properties, number: LinkNumber })
/** A profile has the password in it, so it is there only for as long as it takes to open it. */
const PROFILE_MS = 600_000

/** Accounts for a subscriber's devices: a password for each, and the profile that sets it up on Apple's. */
export function portalDeviceRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.post<{ Params: Static<typeof ByToken>; Body: Static<typeof DeviceName> }>(
      '/manage/:token/devices',
      {
        config: { invalid: 'Invalid Subscriber Data' },
        preValidation: parseBody,
        schema: contract({
          tags: ['Portal'],
          params: ByToken,
          id: 'addMyDevice',
          summary: 'Make a password for one of my devices',
          description: `With it the device adds my calendars as a CalDAV account. It is one of my links, and is ended as they are. ${NEEDS_MAIL}`,
          body: DeviceName,
          answers: { 200: Answer({ data: NewDevice }) },
          refuses: [400, 403, 404, 413, 429],
        }),
      },
      async (req, reply) => {
        const { publisherId, id } = (await countedFreshLink(ctx, req, reply)).target
        return { data: await addDevice(ctx, publisherId, id, req.body.name), ...OK }
      },
    )

    // Opened by browsers, like the pages, so it is no operation.
    app.get(
      '/manage/:token/devices/:number/account.mobileconfig',
      { schema: { hide: true, params: ByDevice } },
      async (req: FastifyRequest<{ Params: Static<typeof ByDevice> }>, reply) => {
        const { token, number } = req.params
        const { target, subscriber } = await getFreshLink(ctx, token, req.headers.cookie)
        const { publisherId, id } = target
        const link = await findLink(ctx.db, publisherId, id, Number(number))
        if (link?.kind !== 'account' || !isLive(link) || link.created + PROFILE_MS < ctx.now())
          throw notFound('Device', number)
        const { company } = await getPublisher(ctx.db, publisherId)
        const { publicUrl } = ctx.config.http
        const profile = appleProfile({
          publicUrl,
          principalUrl: `${publicUrl}/dav/${accountId(ctx, target)}/`,
          userName: subscriber.email,
          password: writePassword(ctx.links.token('device', { publisherId, id, number: link.number })),
          name: company,
        })
        return reply
          .headers({
            'cache-control': 'no-store',
            'content-disposition': 'attachment; filename="account.mobileconfig"',
          })
          .type('application/x-apple-aspen-config; charset=utf-8')
          .send(profile)
      },
    )
    return Promise.resolve()
  }
}
