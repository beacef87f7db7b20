import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { type Language, LANGUAGES } from '../../words/index.ts'

/** The language of the page: `?lang=` where it is one of ours, else what the browser prefers, else English. */
export function languageOf(req: FastifyRequest): Language {
  const asked = (req.query as { lang?: string } | undefined)?.lang
  if (asked !== undefined && Object.hasOwn(LANGUAGES, asked)) return asked as Language
  const [best] = new Negotiator(req.raw).languages(Object.keys(LANGUAGES))
  return (best ?? 'en') as Language
}
