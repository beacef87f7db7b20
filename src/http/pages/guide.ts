import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { PICTURE_HEADERS } from '../headers.ts'
import { type FindAssets, WEB_FOLDER } from './assets.ts'
import type { Book, GuideData } from './book.ts'
import { sendPage } from './page.ts'

/** The documentation, below `/docs/`. Its index is `/docs/contents`. */
export function guidePages(assets: FindAssets) {
  const book = JSON.parse(readFileSync(`${WEB_FOLDER}/docs.json`, 'utf8')) as Book
  const pictures = new Set(book.pictures)
  return async (app: FastifyInstance) => {
    app.get<{ Params: { '*': string } }>(
      '/docs/*',
      { schema: { hide: true }, config: { sameForAll: true } },
      (req, reply) => {
        const path = req.params['*'] || 'contents'
        if (Object.hasOwn(book.files, path))
          return reply.type('text/plain; charset=utf-8').send(book.files[path])
        if (pictures.has(path))
          return reply.headers(PICTURE_HEADERS).sendFile(path, `${WEB_FOLDER}/docs`, { cacheControl: false })
        if (!Object.hasOwn(book.pages, path)) return reply.callNotFound()
        const data: GuideData = { path, page: book.pages[path]!, contents: book.contents }
        return sendPage(req, reply, assets('guide'), {
          title: `${data.page.title} · Fasti`,
          words: ['common'],
          data,
          timeZone: 'UTC',
          english: true,
        })
      },
    )
  }
}
