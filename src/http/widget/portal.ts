import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { chooseCalendars } from '../../subscribers/choose-calendars.ts'
import { chooseReminders } from '../../subscribers/choose-reminders.ts'
import { rotateLinks } from '../../subscribers/rotate-links.ts'
import type { Subscriber } from '../../subscribers/subscriber.ts'
import { unsubscribe } from '../../subscribers/unsubscribe.ts'
import { ERRORS, OK } from '../api/schemas.ts'
import { requireWithinLimit } from '../rate-limit.ts'
import { sendParts } from '../send-parts.ts'
import { parseBody, requireFormRate } from './forms.ts'
import { myData } from './my-data.ts'
import { getByManageLink, portalData, subscriberLinks } from './portal-data.ts'

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
const Reminders = Type.Object(
  {
    reminders: Type.Union(
      [Type.Null(), Type.Array(Type.String({ pattern: '^\\d{1,4}[MHD]$' }), { maxItems: 2 })],
      { accepts: 'null, or a list of at most two of up to four digits and M, H or D, such as 15M' },
    ),
  },
  { label: 'Subscriber' },
)

/** Of one link: whoever has it needs no key, and a file may be long. */
const DOWNLOAD_LIMIT = { requests: 5, lengthMs: 600_000 }

type Params = Static<typeof ByToken>
type ManageRequest = FastifyRequest<{ Params: Params }>

/** What a subscriber does with its manage link. */
export function portalRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Subscriber Data' }
    const schema = { tags: ['Portal'], params: ByToken, response: ERRORS }

    app.get(
      '/manage/:token/data',
      { config, schema: { ...schema, summary: 'What is stored of me' } },
      async (req: ManageRequest) => portalData(ctx, await getByManageLink(ctx, req.params.token)),
    )

    app.get(
      '/manage/:token/download',
      {
        config,
        exposeHeadRoute: false,
        schema: { ...schema, summary: 'All that is stored of me, as a file' },
      },
      async (req: ManageRequest, reply) => {
        const subscriber = await getByManageLink(ctx, req.params.token)
        const { publisherId, id } = subscriber
        await requireWithinLimit(ctx, reply, publisherId, `download ${id}`, DOWNLOAD_LIMIT)
        return sendParts(reply, myData(ctx, subscriber), {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': 'attachment; filename="my-data.json"',
        })
      },
    )

    app.post<{ Params: Params; Body: Static<typeof Calendars> }>(
      '/manage/:token/calendars',
      {
        config,
        preValidation: parseBody,
        schema: { ...schema, summary: 'Follow exactly these calendars', body: Calendars },
      },
      async (req, reply) => {
        const { publisherId, id } = await countedSubscriber(req, reply)
        await chooseCalendars(ctx, publisherId, id, req.body.calendarIds)
        return OK
      },
    )

    app.post<{ Params: Params; Body: Static<typeof Reminders> }>(
      '/manage/:token/reminders',
      {
        config,
        preValidation: parseBody,
        schema: { ...schema, summary: 'Have these reminders', body: Reminders },
      },
      async (req, reply) => {
        const { publisherId, id } = await countedSubscriber(req, reply)
        await chooseReminders(ctx, publisherId, id, req.body.reminders)
        return OK
      },
    )

    app.post(
      '/manage/:token/unsubscribe',
      { config, schema: { ...schema, summary: 'Leave' } },
      async (req: ManageRequest, reply) => {
        const { publisherId, id } = await countedSubscriber(req, reply)
        await unsubscribe(ctx, publisherId, id)
        return OK
      },
    )

    app.post(
      '/manage/:token/rotate',
      { config, schema: { ...schema, summary: 'Get fresh links' } },
      async (req: ManageRequest, reply) => {
        const { publisherId, id } = await countedSubscriber(req, reply)
        const publisher = await getPublisher(ctx.db, publisherId)
        return subscriberLinks(ctx, await rotateLinks(ctx, publisherId, id), publisher)
      },
    )
    return Promise.resolve()
  }

  /** Whose link this is, counted as a form. A forged link is not: it has no publisher to count it for. */
  async function countedSubscriber(req: ManageRequest, reply: FastifyReply): Promise<Subscriber> {
    const target = ctx.links.read('manage', req.params.token)
    if (!target) throw new AppError('not_found', 'Not Found')
    await requireFormRate(ctx, req, reply, target.publisherId)
    return getByManageLink(ctx, req.params.token)
  }
}
