import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { type Language, LANGUAGES } from '../../words/index.ts'

/** Returns the language of a page: a supported `?lang=`, else the browser's preference, else English. */
export function languageOf(req: FastifyRequest): Language {
  if (isAsked(req)) return (req.query as { lang: Language }).lang
  const [best] = new Negotiator(req.raw).languages(Object.keys(LANGUAGES))
  return (best ?? 'en') as Language
}

/** Returns whether the address has a `?lang=` that is supported. */
export function isAsked(req: FastifyRequest): boolean {
  const { lang } = (req.query ?? {}) as { lang?: string }
  return lang !== undefined && Object.hasOwn(LANGUAGES, lang)
}

/** Returns a language with the region that the browser prefers, so that dates look as people write them: `en-GB`. */
export function localeOf(req: FastifyRequest, language: Language): string {
  const preferred = new Negotiator(req.raw).languages().find((tag) => tag.split('-')[0] === language)
  try {
    return preferred === undefined ? language : new Intl.Locale(preferred).toString()
  } catch {
    return language // a tag that is none
  }
}

/** Returns the first day of the week in a locale (Unicode CLDR, weekData), from 1 for Monday to 7 for Sunday. */
export function weekStartOf(locale: string): number {
  // TypeScript 5 does not know it yet.
  const { firstDay } = (
    new Intl.Locale(locale) as unknown as { getWeekInfo(): { firstDay: number } }
  ).getWeekInfo()
  return firstDay
}
