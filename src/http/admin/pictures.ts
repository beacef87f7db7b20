import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { transact } from '../../db/transact.ts'
import { invalid } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { imageUrl } from '../../images/image.ts'
import { insertImage } from '../../images/image-store.ts'
import { Answer, OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { requireWithinLimit } from '../rate-limit.ts'

/** A file of 5 MB as base64, and what is around it. */
const BODY_LIMIT = 7_200_000
const TOO_LARGE = 'Picture file must have at most 5 MB'
/** Decoding takes a processor up to some seconds, and each is stored for a day at least. */
const LIMIT = { requests: 60, lengthMs: 3_600_000 }

const PictureInput = Type.Object(
  {
    file: Type.String({
      contentEncoding: 'base64',
      description: 'A PNG or JPEG image of at most 5 MB, as base64. SVG is refused: it can contain scripts.',
    }),
  },
  { label: 'Picture' },
)
const PictureAnswer = Answer({
  data: Type.Object({
    url: Type.String({ description: 'The address for a field, such as `logo` of a calendar.' }),
  }),
})
type PictureAnswer = Static<typeof PictureAnswer>

/** Pictures from the devices of users, for fields that take the address of an image. */
export function pictureRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.post<{ Body: Static<typeof PictureInput> }>(
      '/pictures',
      {
        config: { role: 'editor', invalid: 'Invalid Picture Data', tooLarge: TOO_LARGE },
        bodyLimit: BODY_LIMIT,
        schema: contract({
          id: 'addPicture',
          tags: ['Publisher'],
          summary: 'Store a picture, and get its address',
          description:
            'It is drawn again as PNG, at most 256 pixels wide and high. A picture that nothing shows is removed after a day.',
          body: PictureInput,
          answers: { 200: PictureAnswer },
        }),
      },
      async (req, reply): Promise<PictureAnswer> => {
        const publisherId = req.publisher.id
        await requireWithinLimit(ctx, reply, publisherId, 'picture', LIMIT)
        const { png, reason, kind } = await ctx.logos.make(Buffer.from(req.body.file, 'base64'))
        if (!png) throw invalid({ file: `Picture file ${reason}` }, kind)
        const now = ctx.now()
        const image = { publisherId, id: newId(now), contentType: 'image/png', bytes: png }
        await transact(ctx.db, (tx) => insertImage(tx, image, now))
        return { data: { url: imageUrl(ctx.config.http.publicUrl, image) }, ...OK }
      },
    )
    return Promise.resolve()
  }
}
