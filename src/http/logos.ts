import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { isId } from '../ids.ts'
import { findImage } from '../images/image-store.ts'
import { PICTURE_HEADERS } from './headers.ts'

/** Logos stored by the service. The image of an id never changes. */
export function logoRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.get<{ Params: { id: string } }>('/logo/:id.png', { schema: { hide: true } }, async (req, reply) => {
      const { id } = req.params
      const publisherId = isId(id) ? await ctx.directory.find('image', id) : undefined
      const image = publisherId === undefined ? undefined : await findImage(ctx.db, publisherId, id)
      if (!image) throw new AppError('not_found', 'Not Found')
      return reply
        .headers({
          'content-type': image.contentType,
          'cache-control': 'public, max-age=31536000, immutable',
          ...PICTURE_HEADERS,
        })
        .send(Buffer.from(image.bytes))
    })
    return Promise.resolve()
  }
}
