import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { changeSubscriptions } from '../../subscribers/change-subscriptions.ts'
import { findSubscriberByEmail, getActiveSubscriber } from '../../subscribers/subscriber-store.ts'
import { unsubscribe } from '../../subscribers/unsubscribe.ts'
import { presentSubscriber } from './present-subscriber.ts'
import { Done, ERRORS, Key, OK, One } from './schemas.ts'

const ByKey = Type.Object({ key: Key })
const ById = Type.Object({ svc_id: Key })
const CalendarIds = Type.Object(
  {
    calendarIds: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 1000,
      accepts: 'a list of 1 to 1000 calendar ids',
    }),
  },
  { label: 'Subscriber' },
)

/** Subscribers of the publisher. They are made by the widget flow, never here. */
export function subscriberRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Subscriber Data' }
    const tags = ['Subscribers']

    app.get<{ Params: Static<typeof ByKey> }>(
      '/subscriber/:key',
      {
        config,
        schema: {
          tags,
          summary: 'One subscriber, by svc_id or e-mail',
          params: ByKey,
          response: { 200: One, ...ERRORS },
        },
      },
      async (req) => {
        const { key } = req.params
        const subscriber = key.includes('@')
          ? await findByEmail(req.publisher.id, key)
          : await getActiveSubscriber(ctx.db, req.publisher.id, key)
        return { data: await presentSubscriber(ctx, subscriber, req.publisher), ...OK }
      },
    )

    app.post<{ Params: { svc_id: string; action: string }; Body: Static<typeof CalendarIds> }>(
      '/subscriber/:svc_id/subscriptions/:action',
      {
        config,
        schema: {
          tags,
          summary: 'Add or remove calendars',
          body: CalendarIds,
          response: { 200: One, ...ERRORS },
        },
      },
      async (req) => {
        const { svc_id, action } = req.params
        if (action !== 'add' && action !== 'remove') throw new AppError('not_found', 'Not Found')
        const ids = req.body.calendarIds
        const subscriber = await changeSubscriptions(ctx, req.publisher.id, svc_id, action, ids)
        return { data: await presentSubscriber(ctx, subscriber, req.publisher), ...OK }
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/subscriber/:svc_id/unsubscribe',
      { config, schema: { tags, summary: 'Unsubscribe', params: ById, response: { 200: Done, ...ERRORS } } },
      async (req) => {
        await unsubscribe(ctx, req.publisher.id, req.params.svc_id)
        return OK
      },
    )
    return Promise.resolve()
  }

  async function findByEmail(publisherId: number, email: string) {
    const subscriber = await findSubscriberByEmail(ctx.db, publisherId, email)
    if (!subscriber?.active) throw notFound('Subscriber', email)
    return subscriber
  }
}
