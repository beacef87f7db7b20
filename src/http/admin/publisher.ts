import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { changePublisher } from '../../publishers/change-publisher.ts'
import { cancelledEventsOf, type Publisher } from '../../publishers/publisher.ts'
import { PublisherInput } from '../../publishers/publisher-schema.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { audit } from '../../users/audit.ts'
import { ERRORS, OK } from '../api/schemas.ts'
import { change } from './change.ts'
import { type OwnPublisher, PublisherAnswer } from './publisher-schemas.ts'

/** The publisher itself: what feeds and pages show of it. */
export function publisherRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { role: 'editor', invalid: 'Invalid Publisher Data' } as const
    const tags = ['Publisher']

    app.get(
      '/publisher',
      {
        config: { role: 'viewer' },
        schema: { tags, summary: 'The publisher', response: { 200: PublisherAnswer, ...ERRORS } },
      },
      (req) => ({ data: presentOwn(req.publisher), ...OK }),
    )

    app.put<{ Body: Static<typeof PublisherInput> }>(
      '/publisher',
      {
        config,
        schema: {
          tags,
          summary: 'Change the publisher',
          body: PublisherInput,
          response: { 200: PublisherAnswer, ...ERRORS },
        },
      },
      async (req) => {
        const { id } = req.publisher
        const publisher = await change(ctx, async (within) => {
          const before = await getPublisher(within.db, id)
          const after = await changePublisher(within, id, req.body)
          const subject = { kind: 'publisher', id: String(id) }
          await audit(
            within.db,
            req.actor,
            'publisher.change',
            subject,
            presentOwn(before),
            presentOwn(after),
          )
          return after
        })
        return { data: presentOwn(publisher), ...OK }
      },
    )
    return Promise.resolve()
  }
}

/** A publisher as it is shown to itself. */
function presentOwn({ id, company, timezone, settings }: Publisher): OwnPublisher {
  return {
    id,
    company,
    timezone,
    logo: settings.logo ?? '',
    calendarLogo: settings.calendarLogo ?? '',
    displayPrimaryColor: settings.displayPrimaryColor ?? '',
    displaySecondaryColor: settings.displaySecondaryColor ?? '',
    feedPastDays: settings.feedPastDays ?? null,
    feedFutureDays: settings.feedFutureDays ?? null,
    cancelledEvents: cancelledEventsOf(settings).mode,
    cancelledMark: settings.cancelledMark ?? '',
  }
}
