import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { readSubscriberRecord } from '../../personal-data/subscriber-record.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { addDevice } from '../../subscribers/add-device.ts'
import { changeSubscriptions } from '../../subscribers/change-subscriptions.ts'
import { endLink } from '../../subscribers/end-link.ts'
import type { Subscriber } from '../../subscribers/subscriber.ts'
import { findSubscriberByEmail, getActiveSubscriber } from '../../subscribers/subscriber-store.ts'
import { unsubscribe } from '../../subscribers/unsubscribe.ts'
import { listWidgets } from '../../widgets/widget-store.ts'
import { Answer, OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { DeviceName, NewDevice } from '../devices.ts'
import { presentSubscriber, SubscriberRecord } from './present-subscriber.ts'
import { Key, LinkNumber } from './schemas.ts'

const ByKey = Type.Object({ key: Key })
const ById = Type.Object({ svc_id: Key })
const ByLink = Type.Object({ svc_id: Key, number: LinkNumber })
const ToChange = Type.Object({
  svc_id: Type.String({ description: 'The subscriber.' }),
  action: Type.String({ description: '`add` or `remove`.' }),
})
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

const SubscriberAnswer = Answer({ data: SubscriberRecord })

/** Subscribers of the publisher. Only the widget flow creates them. */
export function subscriberRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Subscriber Data' }
    const tags = ['Subscribers']

    app.get<{ Params: Static<typeof ByKey> }>(
      '/subscriber/:key',
      {
        config,
        schema: contract({
          id: 'getSubscriber',
          summary: 'One subscriber, by svc_id or e-mail',
          description:
            'Whatever has an `@` is an e-mail address. By `svc_id`, who has unsubscribed is answered 403; by e-mail 404.',
          tags,
          params: ByKey,
          answers: { 200: SubscriberAnswer },
          refuses: [404],
        }),
      },
      async (req) => {
        const { key } = req.params
        const subscriber = key.includes('@')
          ? await findByEmail(req.publisher.id, key)
          : await getActiveSubscriber(ctx.db, req.publisher.id, key)
        return answer(req.publisher, subscriber)
      },
    )

    app.post<{ Params: Static<typeof ToChange>; Body: Static<typeof CalendarIds> }>(
      '/subscriber/:svc_id/subscriptions/:action',
      {
        config,
        schema: contract({
          id: 'changeSubscriptions',
          summary: 'Add or remove calendars',
          description:
            'The action is `add` or `remove`. Adding what is there, or removing what is not, is no error.',
          tags,
          params: ToChange,
          body: CalendarIds,
          answers: { 200: SubscriberAnswer },
          refuses: [400, 404, 413],
        }),
      },
      async (req) => {
        const { svc_id, action } = req.params
        if (action !== 'add' && action !== 'remove') throw new AppError('not_found', 'Not Found')
        const ids = req.body.calendarIds
        const subscriber = await changeSubscriptions(ctx, req.publisher.id, svc_id, action, ids)
        return answer(req.publisher, subscriber)
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/subscriber/:svc_id/unsubscribe',
      {
        config,
        schema: contract({
          id: 'unsubscribe',
          summary: 'Unsubscribe',
          description:
            'Ends all subscriptions of a subscriber. Only the subscriber can come back, through a widget.',
          tags,
          params: ById,
          refuses: [404],
        }),
      },
      async (req) => {
        await unsubscribe(ctx, req.publisher.id, req.params.svc_id)
        return OK
      },
    )
    app.delete<{ Params: Static<typeof ByLink> }>(
      '/subscriber/:svc_id/links/:number',
      {
        config,
        schema: contract({
          id: 'endLink',
          summary: 'End one link',
          description:
            'The feed at its address then says that it has ended, and its portal closes. All other links stay.',
          tags,
          params: ByLink,
          answers: { 200: SubscriberAnswer },
          refuses: [400, 404],
        }),
      },
      async (req) => {
        const { svc_id, number } = req.params
        const subscriber = await getActiveSubscriber(ctx.db, req.publisher.id, svc_id)
        await endLink(ctx, req.publisher.id, svc_id, Number(number))
        return answer(req.publisher, subscriber)
      },
    )
    app.post<{ Params: Static<typeof ById>; Body: Static<typeof DeviceName> }>(
      '/subscriber/:svc_id/devices',
      {
        config,
        schema: contract({
          id: 'addDevice',
          summary: 'Make a password for a device',
          description:
            'With it a calendar application adds the subscriber’s calendars as a CalDAV account. The password is shown only here. The device is one of the `links` of the subscriber, of kind `account`, and is revoked as they are.',
          tags,
          params: ById,
          body: DeviceName,
          answers: { 200: Answer({ data: NewDevice }) },
          refuses: [400, 404, 413],
        }),
      },
      async (req) => {
        const data = await addDevice(ctx, req.publisher.id, req.params.svc_id, req.body.name)
        return { data, ...OK }
      },
    )
    return Promise.resolve()
  }

  async function answer(publisher: Publisher, subscriber: Subscriber) {
    const record = await readSubscriberRecord(ctx, publisher, subscriber)
    return { data: presentSubscriber(record, await listWidgets(ctx.db, publisher.id)), ...OK }
  }

  async function findByEmail(publisherId: number, email: string) {
    const subscriber = await findSubscriberByEmail(ctx.db, publisherId, email)
    if (!subscriber?.active) throw notFound('Subscriber', email)
    return subscriber
  }
}
