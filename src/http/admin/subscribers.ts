import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { Counted } from '../../db/count-up-to.ts'
import { AppError } from '../../errors.ts'
import { forgetMailsTo } from '../../mail/forget-mails.ts'
import { countSubscribers } from '../../subscribers/count-subscribers.ts'
import { eraseSubscriber } from '../../subscribers/erase-subscriber.ts'
import { finishErasure } from '../../subscribers/finish-erasures.ts'
import { listSubscribers } from '../../subscribers/list-subscribers.ts'
import { lostLinkMail } from '../../subscribers/manage-link.ts'
import { rotateLinks } from '../../subscribers/rotate-links.ts'
import { setCalendars } from '../../subscribers/set-calendars.ts'
import type { Place, SubscriberFilter } from '../../subscribers/subscriber-order.ts'
import { getSubscriber } from '../../subscribers/subscriber-store.ts'
import { unsubscribe } from '../../subscribers/unsubscribe.ts'
import { audit } from '../../users/audit.ts'
import type { Language } from '../../words/index.ts'
import { Done, ERRORS, Key, OK } from '../api/schemas.ts'
import { languageOf } from '../pages/language.ts'
import { change } from './change.ts'
import { presentList, presentRecord } from './present-subscriber.ts'
import { subscriberExportRoutes } from './subscriber-export.ts'
import { readListQuery, SubscriberQuery, writeOrder, writePlace } from './subscriber-query.ts'
import { CalendarsInput, MailInput, SubscriberAnswer, SubscriberList } from './subscribers-schemas.ts'

const ById = Type.Object({ id: Key })

/** Subscribers: search, one record, its calendars and links, unsubscribing, erasing, downloads. */
export function subscriberAdminRoutes(ctx: AppContext) {
  return async (app: FastifyInstance) => {
    const tags = ['Subscribers']
    const looking = { role: 'viewer', invalid: 'Invalid Parameter' } as const
    const config = { role: 'editor', invalid: 'Invalid Subscriber Data' } as const
    const one = { tags, params: ById, response: { 200: SubscriberAnswer, ...ERRORS } }

    app.get<{ Querystring: Static<typeof SubscriberQuery> }>(
      '/subscribers',
      {
        config: looking,
        schema: {
          tags,
          summary: 'Search subscribers',
          description: 'By the beginning of the e-mail, or by a whole `svc_id`.',
          querystring: SubscriberQuery,
          response: { 200: SubscriberList, ...ERRORS },
        },
      },
      async (req) => {
        const publisherId = req.publisher.id
        const { filter, order, after, limit } = readListQuery(req.query)
        const page = await listSubscribers(ctx.db, publisherId, filter, order, after, limit)
        const { subscribers, next } = page
        const count = after
          ? undefined
          : await countFound(publisherId, filter, subscribers.length, limit, next)
        return {
          data: await presentList(ctx, publisherId, subscribers),
          next: next && writePlace(page.order, next),
          sort: writeOrder(page.order),
          ...(count && { count }),
          ...OK,
        }
      },
    )

    app.get<{ Params: Static<typeof ById> }>(
      '/subscribers/:id',
      { config: looking, schema: { ...one, summary: 'One subscriber' } },
      async (req) => {
        const subscriber = await getSubscriber(ctx.db, req.publisher.id, req.params.id)
        return { data: await presentRecord(ctx, req.publisher, subscriber, req.role), ...OK }
      },
    )

    app.put<{ Params: Static<typeof ById>; Body: Static<typeof CalendarsInput> }>(
      '/subscribers/:id/calendars',
      { config, schema: { ...one, summary: 'Have it follow exactly these calendars', body: CalendarsInput } },
      async (req) => {
        const { id } = req.params
        const subscriber = await change(ctx, async (within) => {
          await requireActive(within, req.publisher.id, id)
          const { before, after } = await setCalendars(within, req.publisher.id, id, req.body.calendarIds)
          const said = [{ calendarIds: before }, { calendarIds: after }] as const
          await audit(within.db, req.actor, 'subscriber.calendars', subjectOf(id), ...said)
          return getSubscriber(within.db, req.publisher.id, id)
        })
        return { data: await presentRecord(ctx, req.publisher, subscriber, req.role), ...OK }
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/subscribers/:id/unsubscribe',
      { config, schema: { ...one, summary: 'End the subscription; callbacks are told' } },
      async (req) => {
        const { id } = req.params
        const subscriber = await change(ctx, async (within) => {
          await requireActive(within, req.publisher.id, id)
          await unsubscribe(within, req.publisher.id, id)
          const said = [{ state: 'active' }, { state: 'left' }] as const
          await audit(within.db, req.actor, 'subscriber.unsubscribe', subjectOf(id), ...said)
          return getSubscriber(within.db, req.publisher.id, id)
        })
        return { data: await presentRecord(ctx, req.publisher, subscriber, req.role), ...OK }
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/subscribers/:id/rotate',
      { config, schema: { ...one, summary: 'Replace its links; the old ones end' } },
      async (req) => {
        const { id } = req.params
        const subscriber = await change(ctx, async (within) => {
          await requireActive(within, req.publisher.id, id)
          const rotated = await rotateLinks(within, req.publisher.id, id)
          await audit(within.db, req.actor, 'subscriber.rotate', subjectOf(id), null, null)
          return rotated
        })
        return { data: await presentRecord(ctx, req.publisher, subscriber, req.role), ...OK }
      },
    )

    app.post<{ Params: Static<typeof ById>; Body: Static<typeof MailInput> }>(
      '/subscribers/:id/mail-link',
      {
        config,
        schema: {
          tags,
          summary: 'Mail it the link of its own page',
          params: ById,
          body: MailInput,
          response: { 200: Done, ...ERRORS },
        },
      },
      async (req) => {
        const { id } = req.params
        const { email } = await requireActive(ctx, req.publisher.id, id)
        const language = (req.body.language as Language | undefined) ?? languageOf(req)
        const mail = await lostLinkMail(ctx, req.publisher, email, language)
        if (!mail) throw new AppError('too_many', 'This person got three such mails within an hour')
        await audit(ctx.db, req.actor, 'subscriber.mail-link', subjectOf(id), null, null)
        ctx.mailer.post(() => Promise.resolve(mail))
        return OK
      },
    )

    app.delete<{ Params: Static<typeof ById> }>(
      '/subscribers/:id',
      {
        config: { role: 'owner' },
        schema: {
          tags,
          summary: 'Erase a person, with the private events',
          params: ById,
          response: { 200: Done, ...ERRORS },
        },
      },
      async (req) => {
        const { id } = req.params
        const email = await change(ctx, async (within) => {
          const erased = await eraseSubscriber(within, req.publisher.id, id)
          await audit(within.db, req.actor, 'subscriber.erase', subjectOf(id), null, null)
          return erased
        })
        await forgetMailsTo(ctx.config.mail.folder, email)
        await finishErasure(ctx, req.publisher.id, id)
        return OK
      },
    )
    await app.register(subscriberExportRoutes(ctx))
  }

  /** How many there are, or at least how many; undefined where not even that is known soon. */
  async function countFound(
    publisherId: number,
    filter: SubscriberFilter,
    shown: number,
    limit: number,
    next: Place | null,
  ): Promise<Counted | undefined> {
    if (!next) return { value: shown, more: false }
    // This page is short and yet not the last: looking for it took long enough.
    if (shown < limit) return undefined
    const { value, more } = await countSubscribers(ctx.db, publisherId, filter)
    return { value: Math.max(value, shown), more }
  }
}

/** To staff, who knows both, it is no right that is missing. */
async function requireActive(ctx: AppContext, publisherId: number, id: string) {
  const subscriber = await getSubscriber(ctx.db, publisherId, id)
  if (!subscriber.active) throw new AppError('conflict', 'This person has left already')
  return subscriber
}

function subjectOf(id: string) {
  return { kind: 'subscriber', id }
}
