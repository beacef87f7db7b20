import { escapeHtml, jsonInHtml } from '../../html.ts'
import { PREVIEW_SIZE } from '../../images/draw-preview.ts'
import { type Language, LANGUAGES } from '../../words/index.ts'

/** The description of a public page for search engines and chats. */
export interface Sharing {
  /** The full address of the page, without a language. */
  url: string
  /** One or two sentences, in the language of the page. */
  description: string
  siteName: string
  /** The full address of a picture of `PREVIEW_SIZE`, without a language. */
  image?: string
  /** Structured data after schema.org. */
  structured?: object
}

/**
 * The elements of a page's head: its address in each language, Open Graph (ogp.me), and structured data. `isAsked`:
 * the address of the request has the language; one without it is for everybody.
 */
export function sharingTags(
  { url, description, siteName, image, structured }: Sharing,
  title: string,
  language: Language,
  isAsked: boolean,
): string[] {
  const own = isAsked ? inLanguage(url, language) : url
  const meta = (kind: 'name' | 'property', name: string, content: string) =>
    `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
  const others = Object.keys(LANGUAGES).filter((other) => other !== language)
  return [
    `<link rel="canonical" href="${own}">`,
    `<link rel="alternate" hreflang="x-default" href="${url}">`,
    ...Object.keys(LANGUAGES).map(
      (other) => `<link rel="alternate" hreflang="${other}" href="${inLanguage(url, other)}">`,
    ),
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', own),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:locale', language),
    ...others.map((other) => meta('property', 'og:locale:alternate', other)),
    ...(image
      ? [
          meta('property', 'og:image', inLanguage(image, language)),
          meta('property', 'og:image:type', 'image/png'),
          meta('property', 'og:image:width', `${PREVIEW_SIZE.width}`),
          meta('property', 'og:image:height', `${PREVIEW_SIZE.height}`),
          meta('property', 'og:image:alt', title),
          meta('name', 'twitter:card', 'summary_large_image'),
        ]
      : []),
    ...(structured ? [`<script type="application/ld+json">${jsonInHtml(structured)}</script>`] : []),
  ]
}

function inLanguage(url: string, language: string): string {
  return `${url}?lang=${language}`
}
