import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { Counted } from '../../db/count-up-to.ts'
import { AppError } from '../../errors.ts'
import { forgetMailsTo } from '../../mail/forget-mails.ts'
import type { ConfiguredContext } from '../../operation.ts'
import { eraseSubscriber } from '../../personal-data/erase-subscriber.ts'
import { finishErasure } from '../../personal-data/finish-erasures.ts'
import {
  countCalendarsOf,
  readsOfSubscribers,
  revisionsOfSubscribers,
} from '../../subscribers/activity-store.ts'
import { countSubscribers } from '../../subscribers/count-subscribers.ts'
import { endLink } from '../../subscribers/end-link.ts'
import { listSubscribers } from '../../subscribers/list-subscribers.ts'
import { lostLinkMail } from '../../subscribers/manage-link.ts'
import { rotateLinks } from '../../subscribers/rotate-links.ts'
import { setCalendars } from '../../subscribers/set-calendars.ts'
import type { Subscriber } from '../../subscribers/subscriber.ts'
import type { Place, SubscriberFilter } from '../../subscribers/subscriber-order.ts'
import { getSubscriber } from '../../subscribers/subscriber-store.ts'
import { unsubscribe } from '../../subscribers/unsubscribe.ts'
import { audited, note } from '../../users/audit.ts'
import type { Language } from '../../words/index.ts'
import { OK } from '../answer.ts'
import { Key, LinkNumber } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { languageOf } from '../pages/language.ts'
import { presentDetails, presentListed } from './present-subscriber.ts'
import { segmentRoutes } from './segments.ts'
import { readSubscriberDetails } from './subscriber-details.ts'
import { subscriberExportRoutes } from './subscriber-export.ts'
import { readListQuery, SubscriberQuery, writeOrder, writePlace } from './subscriber-query.ts'
import { CalendarsInput, MailInput, SubscriberAnswer, SubscriberList } from './subscribers-schemas.ts'

const ById = Type.Object({ id: Key })
const ByLink = Type.Object({ id: Key, number: LinkNumber })

/** Subscribers: search, records, calendars, links, unsubscribing, erasure, downloads. */
export function subscriberAdminRoutes(ctx: AppContext) {
  return async (app: FastifyInstance) => {
    const tags = ['Subscribers']
    const looking = { role: 'viewer', invalid: 'Invalid Parameter' } as const
    const config = { role: 'editor', invalid: 'Invalid Subscriber Data' } as const
    const one = { tags, params: ById, answers: { 200: SubscriberAnswer } }

    app.get<{ Querystring: Static<typeof SubscriberQuery> }>(
      '/subscribers',
      {
        config: looking,
        schema: contract({
          id: 'listSubscribers',
          tags,
          summary: 'Search subscribers',
          description:
            'By words of the name and parts of the e-mail, or by a whole `svc_id`. Those whose e-mail begins with the text come first.',
          query: SubscriberQuery,
          answers: { 200: SubscriberList },
        }),
      },
      async (req) => {
        const publisherId = req.publisher.id
        const { filter, order, after, limit } = await readListQuery(ctx.db, publisherId, req.query)
        const page = await listSubscribers(ctx.db, publisherId, filter, order, after, limit)
        const { subscribers, next } = page
        const count = after
          ? undefined
          : await countFound(publisherId, filter, subscribers.length, limit, next)
        const ids = subscribers.map(({ id }) => id)
        const calendars = await countCalendarsOf(ctx.db, publisherId, ids)
        const reads = await readsOfSubscribers(ctx.db, publisherId, ids)
        const revisions = await revisionsOfSubscribers(ctx.db, publisherId, ids)
        const { settingsRevision } = req.publisher
        return {
          data: subscribers.map((subscriber) => {
            const { id } = subscriber
            const revision = Math.max(settingsRevision, revisions.get(id) ?? 0)
            return presentListed(subscriber, calendars.get(id) ?? 0, reads.get(id), revision)
          }),
          next: next && writePlace(page.order, next),
          sort: writeOrder(page.order),
          ...(count && { count }),
          ...OK,
        }
      },
    )

    app.get<{ Params: Static<typeof ById> }>(
      '/subscribers/:id',
      { config: looking, schema: contract({ id: 'getSubscriber', ...one, summary: 'One subscriber' }) },
      async (req) => {
        const subscriber = await getSubscriber(ctx.db, req.publisher.id, req.params.id)
        return answer(req, subscriber)
      },
    )

    app.put<{ Params: Static<typeof ById>; Body: Static<typeof CalendarsInput> }>(
      '/subscribers/:id/calendars',
      {
        config,
        schema: contract({
          id: 'setCalendars',
          ...one,
          summary: 'Have it follow exactly these calendars',
          body: CalendarsInput,
        }),
      },
      async (req) => {
        const { id } = req.params
        const subscriber = await audited(ctx, req.actor, 'subscriber.calendars', async (within) => {
          await requireActive(within, req.publisher.id, id)
          const { before, after } = await setCalendars(within, req.publisher.id, id, req.body.calendarIds)
          return {
            result: await getSubscriber(within.db, req.publisher.id, id),
            subject: subjectOf(id),
            before: { calendarIds: before },
            after: { calendarIds: after },
          }
        })
        return answer(req, subscriber)
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/subscribers/:id/unsubscribe',
      {
        config,
        schema: contract({ id: 'unsubscribe', ...one, summary: 'End the subscription; callbacks are told' }),
      },
      async (req) => {
        const { id } = req.params
        const subscriber = await audited(ctx, req.actor, 'subscriber.unsubscribe', async (within) => {
          await requireActive(within, req.publisher.id, id)
          await unsubscribe(within, req.publisher.id, id)
          return {
            result: await getSubscriber(within.db, req.publisher.id, id),
            subject: subjectOf(id),
            before: { state: 'active' },
            after: { state: 'left' },
          }
        })
        return answer(req, subscriber)
      },
    )

    app.post<{ Params: Static<typeof ById> }>(
      '/subscribers/:id/rotate',
      {
        config,
        schema: contract({ id: 'rotateLinks', ...one, summary: 'End all its links; it gets a new one' }),
      },
      async (req) => {
        const { id } = req.params
        const subscriber = await audited(ctx, req.actor, 'subscriber.rotate', async (within) => {
          await requireActive(within, req.publisher.id, id)
          await rotateLinks(within, req.publisher.id, id)
          return { result: await getSubscriber(within.db, req.publisher.id, id), subject: subjectOf(id) }
        })
        return answer(req, subscriber)
      },
    )

    app.post<{ Params: Static<typeof ByLink> }>(
      '/subscribers/:id/links/:number/end',
      {
        config,
        schema: contract({
          id: 'endSubscriberLink',
          ...one,
          params: ByLink,
          summary: 'End one of its links; all others stay',
        }),
      },
      async (req) => {
        const { id } = req.params
        const number = Number(req.params.number)
        const subscriber = await audited(ctx, req.actor, 'subscriber.end-link', async (within) => {
          const result = await getSubscriber(within.db, req.publisher.id, id)
          await endLink(within, req.publisher.id, id, number)
          return { result, subject: subjectOf(id), before: { link: number }, after: { link: null } }
        })
        return answer(req, subscriber)
      },
    )

    app.post<{ Params: Static<typeof ById>; Body: Static<typeof MailInput> }>(
      '/subscribers/:id/mail-link',
      {
        config,
        schema: contract({
          id: 'mailManageLink',
          tags,
          summary: 'Mail it the link of its own page',
          params: ById,
          body: MailInput,
        }),
      },
      async (req) => {
        const { id } = req.params
        const { email } = await requireActive(ctx, req.publisher.id, id)
        const language = (req.body.language as Language | undefined) ?? languageOf(req)
        const mail = await lostLinkMail(ctx, req.publisher, email, language)
        if (!mail)
          throw new AppError('too_many', 'This person got three such mails within an hour', {
            kind: 'mailed_enough',
          })
        await note(ctx.db, req.actor, 'subscriber.mail-link', subjectOf(id))
        ctx.mailer.post(() => Promise.resolve(mail))
        return OK
      },
    )

    app.delete<{ Params: Static<typeof ById> }>(
      '/subscribers/:id',
      {
        config: { role: 'owner' },
        schema: contract({
          id: 'eraseSubscriber',
          tags,
          summary: 'Erase a subscriber, with the private events',
          params: ById,
        }),
      },
      async (req) => {
        const { id } = req.params
        const email = await audited(ctx, req.actor, 'subscriber.erase', async (within) => ({
          result: await eraseSubscriber(within, req.publisher.id, id),
          subject: subjectOf(id),
        }))
        await forgetMailsTo(ctx.config.mail.folder, email)
        await finishErasure(ctx, req.publisher.id, id)
        return OK
      },
    )
    await app.register(segmentRoutes(ctx))
    await app.register(subscriberExportRoutes(ctx))
  }

  async function answer({ publisher, role }: FastifyRequest, subscriber: Subscriber) {
    const details = await readSubscriberDetails(ctx, publisher, subscriber, role)
    return { data: presentDetails(details), ...OK }
  }

  /** Counts the matches, up to a limit. Returns undefined if even that would take too long. */
  async function countFound(
    publisherId: number,
    filter: SubscriberFilter,
    shown: number,
    limit: number,
    next: Place | null,
  ): Promise<Counted | undefined> {
    if (!next) return { value: shown, more: false }
    // A short page that is not the last means that the search stopped early: counting would take as long.
    if (shown < limit) return undefined
    const { value, more } = await countSubscribers(ctx.db, publisherId, filter)
    return { value: Math.max(value, shown), more }
  }
}

/** A conflict instead of `forbidden`: users may see inactive subscribers, so no permission is missing. */
async function requireActive(ctx: ConfiguredContext, publisherId: number, id: string) {
  const subscriber = await getSubscriber(ctx.db, publisherId, id)
  if (!subscriber.active)
    throw new AppError('conflict', 'This person has left already', { kind: 'person_left' })
  return subscriber
}

function subjectOf(id: string) {
  return { kind: 'subscriber', id }
}
