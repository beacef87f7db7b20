import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { listCalendars } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { manageUrl } from '../../feeds/render-event.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { chooseCalendars } from '../../subscribers/choose-calendars.ts'
import { rotateLinks } from '../../subscribers/rotate-links.ts'
import { linkGeneration, type Subscriber } from '../../subscribers/subscriber.ts'
import { getActiveSubscriber } from '../../subscribers/subscriber-store.ts'
import { listSubscribedCalendarIds } from '../../subscribers/subscription-store.ts'
import { unsubscribe } from '../../subscribers/unsubscribe.ts'
import { subscriberUrls } from '../api/present-subscriber.ts'
import { ERRORS, OK } from '../api/schemas.ts'
import { parseBody, requireFormRate } from './forms.ts'

const ByToken = Type.Object({ token: Type.String() })
const Calendars = Type.Object(
  {
    calendarIds: Type.Array(Type.String(), {
      maxItems: 1000,
      accepts: 'a list of at most 1000 calendar ids',
    }),
  },
  { label: 'Subscriber' },
)

type ManageRequest = FastifyRequest<{ Params: Static<typeof ByToken> }>

/** What a subscriber does with its manage link. */
export function portalRoutes(ctx: AppContext) {
  const { publicUrl } = ctx.config.http
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Subscriber Data' }
    const tags = ['Portal']
    const schema = { tags, params: ByToken, response: ERRORS }

    app.get(
      '/manage/:token/data',
      { config, schema: { ...schema, summary: 'What is stored of me' } },
      async (req: ManageRequest) => {
        const subscriber = await getSubscriber(req)
        const subscribed = new Set(
          await listSubscribedCalendarIds(ctx.db, subscriber.publisherId, subscriber.id),
        )
        const calendars = await listCalendars(ctx.db, subscriber.publisherId, false)
        const { email, profile, reminders } = subscriber
        return {
          ...OK,
          email,
          profile,
          reminders,
          calendars: calendars.map(({ id, name, logo }) => ({
            id,
            name,
            logo: logo || false,
            subscribed: subscribed.has(id),
          })),
          ...(await links(subscriber)),
        }
      },
    )

    app.post<{ Params: Static<typeof ByToken>; Body: Static<typeof Calendars> }>(
      '/manage/:token/calendars',
      {
        config,
        preValidation: parseBody,
        schema: { ...schema, summary: 'Follow exactly these calendars', body: Calendars },
      },
      async (req, reply) => {
        const { publisherId, id } = await getSubscriber(req, reply)
        await chooseCalendars(ctx, publisherId, id, req.body.calendarIds)
        return OK
      },
    )

    app.post(
      '/manage/:token/unsubscribe',
      { config, schema: { ...schema, summary: 'Leave' } },
      async (req: ManageRequest, reply) => {
        const { publisherId, id } = await getSubscriber(req, reply)
        await unsubscribe(ctx, publisherId, id)
        return OK
      },
    )

    app.post(
      '/manage/:token/rotate',
      { config, schema: { ...schema, summary: 'Get fresh links' } },
      async (req: ManageRequest, reply) => {
        const { publisherId, id } = await getSubscriber(req, reply)
        return { ...OK, ...(await links(await rotateLinks(ctx, publisherId, id))) }
      },
    )
    return Promise.resolve()
  }

  /** Whose link this is. A forged one is answered without the database; `reply`: it counts as a form. */
  async function getSubscriber(req: ManageRequest, reply?: FastifyReply): Promise<Subscriber> {
    const target = ctx.links.read('manage', req.params.token)
    if (!target) throw new AppError('not_found', 'Not Found')
    if (reply) await requireFormRate(ctx, req, reply, target.publisherId)
    const subscriber = await getActiveSubscriber(ctx.db, target.publisherId, target.id)
    if (linkGeneration(subscriber) !== target.number)
      throw new AppError('forbidden', 'This link was replaced by a new one')
    return subscriber
  }

  async function links(subscriber: Subscriber) {
    const publisher = await getPublisher(ctx.db, subscriber.publisherId)
    const target = { publisherId: publisher.id, id: subscriber.id, number: linkGeneration(subscriber) }
    return {
      calendarUrl: subscriberUrls(ctx, subscriber, publisher),
      manageUrl: manageUrl(publicUrl, ctx.links.token('manage', target)),
    }
  }
}
