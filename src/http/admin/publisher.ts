import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { changePublisher } from '../../publishers/change-publisher.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { PublisherInput } from '../../publishers/publisher-schema.ts'
import { ERRORS, OK, One } from '../api/schemas.ts'

/** The publisher itself: what feeds and pages show of it. */
export function publisherRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Publisher Data' }
    const tags = ['Publisher']

    app.get(
      '/publisher',
      {
        schema: { tags, summary: 'The publisher', response: { 200: One, ...ERRORS } },
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
          response: { 200: One, ...ERRORS },
        },
      },
      async (req) => {
        const publisher = await changePublisher(ctx, req.publisher.id, req.body)
        return { data: presentOwn(publisher), ...OK }
      },
    )
    return Promise.resolve()
  }
}

/** A publisher as it is shown to itself. */
function presentOwn({ id, company, timezone, settings }: Publisher) {
  return {
    id,
    company,
    timezone,
    logo: settings.logo ?? '',
    displayPrimaryColor: settings.displayPrimaryColor ?? '',
    displaySecondaryColor: settings.displaySecondaryColor ?? '',
    feedPastDays: settings.feedPastDays ?? null,
    feedFutureDays: settings.feedFutureDays ?? null,
  }
}
