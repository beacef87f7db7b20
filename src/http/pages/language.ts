import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { type Language, LANGUAGES } from '../../words/index.ts'

/** Returns the language of a page: a supported `?lang=`, else the browser's preference, else English. */
export function languageOf(req: FastifyRequest): Language {
  const requested = (req.query as { lang?: string } | undefined)?.lang
  if (requested !== undefined && Object.hasOwn(LANGUAGES, requested)) return requested as Language
  const [best] = new Negotiator(req.raw).languages(Object.keys(LANGUAGES))
  return (best ?? 'en') as Language
}
