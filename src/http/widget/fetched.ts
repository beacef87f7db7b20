import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findLink } from '../../subscribers/link-store.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { Fetched } from './answers.ts'
import { ByToken, isNew, type ManageRequest } from './manage-links.ts'

/** Tells the page that has just given a link when an application first fetches its feed. */
export function fetchedRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.get(
      '/manage/:token/fetched',
      {
        config: { invalid: 'Invalid Subscriber Data' },
        schema: contract({
          id: 'getFirstFetch',
          summary: 'Has an application fetched the feed of this link?',
          description:
            'Speaks of this link alone, and only for an hour after it was given. Made to be asked every few seconds: a read shows here two seconds later at the latest.',
          tags: ['Portal'],
          params: ByToken,
          answers: { 200: Fetched },
          refuses: [403, 404],
        }),
      },
      // One row by its key, whether the link is pending or not: neither the answer nor its time tells which. So it
      // needs no limit, as reads of feeds need none.
      async (req: ManageRequest) => {
        const target = ctx.links.read('manage', req.params.token)
        const link = target && (await findLink(ctx.db, target.publisherId, target.id, target.number))
        if (!link) throw new AppError('not_found', 'Not Found')
        if (link.endedAt !== null) throw new AppError('forbidden', 'This link has ended')
        if (!isNew(ctx, link)) throw new AppError('forbidden', 'This link was given more than an hour ago')
        return { ...OK, application: link.fetchedAt === null ? null : link.application }
      },
    )
    return Promise.resolve()
  }
}
