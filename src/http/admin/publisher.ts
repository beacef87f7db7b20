import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { changePublisher } from '../../publishers/change-publisher.ts'
import { cancelledEventsOf, type Publisher } from '../../publishers/publisher.ts'
import { PublisherInput } from '../../publishers/publisher-schema.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { audited } from '../../users/audit.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { type OwnPublisher, PublisherAnswer } from './publisher-schemas.ts'

/** The publisher's own settings. */
export function publisherRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { role: 'editor', invalid: 'Invalid Publisher Data' } as const
    const tags = ['Publisher']

    app.get(
      '/publisher',
      {
        config: { role: 'viewer' },
        schema: contract({
          id: 'getPublisher',
          tags,
          summary: 'The publisher',
          answers: { 200: PublisherAnswer },
        }),
      },
      (req) => ({ data: presentOwn(req.publisher), ...OK }),
    )

    app.put<{ Body: Static<typeof PublisherInput> }>(
      '/publisher',
      {
        config,
        schema: contract({
          id: 'changePublisher',
          tags,
          summary: 'Change the publisher',
          body: PublisherInput,
          answers: { 200: PublisherAnswer },
        }),
      },
      async (req) => {
        const { id } = req.publisher
        const publisher = await audited(ctx, req.actor, 'publisher.change', async (within) => {
          const before = await getPublisher(within.db, id)
          const after = await changePublisher(within, id, req.body)
          const subject = { kind: 'publisher', id: String(id) }
          return { result: after, subject, before: presentOwn(before), after: presentOwn(after) }
        })
        return { data: presentOwn(publisher), ...OK }
      },
    )
    return Promise.resolve()
  }
}

/** Presents a publisher to its own users. */
function presentOwn({ id, company, timezone, settings }: Publisher): OwnPublisher {
  return {
    id,
    company,
    timezone,
    logo: settings.logo ?? '',
    calendarLogo: settings.calendarLogo ?? '',
    privacyNotice: settings.privacyNotice ?? '',
    imprint: settings.imprint ?? '',
    displayPrimaryColor: settings.displayPrimaryColor ?? '',
    displaySecondaryColor: settings.displaySecondaryColor ?? '',
    feedPastDays: settings.feedPastDays ?? null,
    feedFutureDays: settings.feedFutureDays ?? null,
    cancelledEvents: cancelledEventsOf(settings).mode,
    cancelledMark: settings.cancelledMark ?? '',
    confirm: settings.confirm ?? 'known',
  }
}
