import type { FastifyReply } from 'fastify'
import { AppError } from '../../errors.ts'
import { drawPreview, type Preview } from '../../images/draw-preview.ts'
import { PICTURE_HEADERS } from '../headers.ts'

/** Answers for mails of publishers, which show the picture of an event and link to applications. */

/** Caches may keep what belongs to an event this long: chats ask once for each person that they show a link to. */
export const CACHED = 'public, max-age=300'

/** Draws and sends a picture. */
export async function sendPreview(reply: FastifyReply, preview: Preview): Promise<FastifyReply> {
  const image = await drawPreview(preview)
  return reply
    .headers({ ...PICTURE_HEADERS, 'cache-control': CACHED })
    .type('image/png')
    .send(image)
}

/**
 * Redirects to the link of an application, for this time: links change with the event. `links`: by the name in the
 * address; `instead`: replaces all of them. Throws `not_found` for an application without a link.
 */
export function sendToApplication(
  reply: FastifyReply,
  links: Partial<Record<string, string>>,
  application = '',
  instead?: string,
): FastifyReply {
  const link = Object.hasOwn(links, application) ? links[application] : undefined
  if (link === undefined) throw new AppError('not_found', 'Not Found')
  return reply.header('cache-control', 'no-store').redirect(instead ?? link, 302)
}
