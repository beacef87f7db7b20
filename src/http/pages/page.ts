import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SCHEMES } from '../../colors.ts'
import { escapeHtml, jsonInHtml } from '../../html.ts'
import { directionOf, type Language, LANGUAGES } from '../../words/index.ts'
import { pageHeaders } from '../headers.ts'
import type { PageAssets } from './assets.ts'
import { type Colors, colorStyle } from './color-style.ts'
import { isAsked, languageOf, localeOf, weekStartOf } from './language.ts'
import { type Sharing, sharingTags } from './sharing.ts'

const compress = promisify(gzip)

const VARY = 'accept-language, accept-encoding'

/** The content of a page. */
export interface PageContent {
  title: string
  /** Sections of the catalogue of translations that it uses. */
  words: (keyof (typeof LANGUAGES)['en'])[]
  /** Data for the page's script; must be serialisable as JSON. */
  data: unknown
  /** The colours of the publisher whose page it is. */
  colors?: Colors
  /** The zone of the times in the HTML, if the server renders the page; its script shows them in the visitor's. */
  timeZone?: string
  /** Origins that may embed the page: `'none'`, `*`, or a list. */
  frameAncestors?: string
  /** For search engines, and for programs that show a link to it. Without it the page is not indexed. */
  sharing?: Sharing
  /** Only of the admin portal, whose components create styles and which embeds our own pages. */
  admin?: AdminPage
  /** Feeds of its content: addresses by media type. */
  feeds?: Record<string, string>
  /** The path of its web app manifest. */
  manifest?: string | undefined
  /** True for a page in English only. */
  english?: boolean
}

interface AdminPage {
  /** The language of the signed-in user; undefined if nobody is signed in. */
  language: Language | undefined
  /** The script with the texts of a language, which runs before the page's own. */
  wordsOf: (language: Language) => PageAssets
}

/** The data of the admin portal's document, which is the same for everybody. */
export interface AdminData {
  /** True while the service has no publisher. */
  empty: boolean
}

/** The data that each page's script reads from the document. */
export interface PageData<Data> {
  /** With the person's region: `en-GB`. */
  language: string
  /** The first day of their week, from 1 for Monday to 7 for Sunday. Some browsers do not know it. */
  weekStart: number
  words: Record<string, Record<string, unknown>>
  data: Data
}

/** The visitor of a page, as far as the server knows. */
export interface Visit {
  /** The query, with its question mark. */
  search: string
  /** The publisher's zone, since the visitor's is unknown. */
  timeZone: string
}

/**
 * Sends a page. Its texts and data are in the document, so that the script needs no further request. No
 * script or style is from another origin; only the publisher's colours are inline, in a style named by its hash.
 */
export async function sendPage(
  req: FastifyRequest,
  reply: FastifyReply,
  assets: PageAssets,
  {
    title,
    words,
    data,
    colors,
    timeZone,
    frameAncestors = "'none'",
    sharing,
    admin,
    feeds = {},
    manifest,
    english = false,
  }: PageContent,
): Promise<FastifyReply> {
  const language = english ? 'en' : (admin?.language ?? languageOf(req))
  const texts = Object.fromEntries(words.map((section) => [section, LANGUAGES[language][section]]))
  const locale = localeOf(req, language)
  const weekStart = weekStartOf(locale)
  const pageData: PageData<unknown> = { language: locale, weekStart, words: texts, data }
  const visit = timeZone && { search: searchOf(req), timeZone }
  const rendered = (visit && assets.render(pageData, visit)) || ''
  const nonce = admin ? randomBytes(16).toString('base64') : undefined
  const style = colors ? colorStyle(colors) : ''
  const head = [
    ...(sharing
      ? sharingTags(sharing, title, language, isAsked(req))
      : ['<meta name="robots" content="noindex">']),
    ...(nonce ? [`<meta name="csp-nonce" content="${nonce}">`] : []),
    ...Object.entries(feeds).map(([type, href]) => `<link rel="alternate" type="${type}" href="${href}">`),
    // With credentials, because it has another address for a browser that came from a mail.
    ...(manifest ? [`<link rel="manifest" href="${manifest}" crossorigin="use-credentials">`] : []),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...(style ? [`<style>${style}</style>`] : []),
    ...(admin ? [moduleScript(admin.wordsOf(language))] : []),
    moduleScript(assets),
    ...assets.imports.map((href) => `<link rel="modulepreload" href="${href}">`),
  ]
  setPageHeaders(reply, frameAncestors, nonce, style)
  if (admin) reply.header('vary', `${VARY}, cookie`)
  const html = documentOf(language, title, head.join('\n'), [
    `<div id="page">${rendered}</div>`,
    ...(rendered
      ? []
      : [
          `<noscript><p class="page message">${escapeHtml(LANGUAGES[language].common.needsScript)}</p></noscript>`,
        ]),
    `<script type="application/json" id="data">${jsonInHtml(pageData)}</script>`,
  ])
  if (!/\bgzip\b/.test(req.headers['accept-encoding'] ?? '')) return reply.send(html)
  return reply.header('content-encoding', 'gzip').send(await compress(html))
}

export interface PageLink {
  label: string
  /** A path of this service. */
  href: string
}

/** A message, and the button of a form that posts to its own address. */
interface Message {
  title: string
  text: string
  /** Shown as a list. */
  links?: PageLink[]
  /** Shown quietly at the end. */
  ways?: PageLink[]
  form?: { button: string; name: string; value: string }
}

/** Sends a page with a message, which works without scripts. */
export function sendMessage(
  req: FastifyRequest,
  reply: FastifyReply,
  assets: PageAssets,
  { title, text, links = [], ways = [], form }: Message,
): FastifyReply {
  const head = [
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    moduleScript(assets),
  ]
  // The missing page may have been embedded in a frame. A button must not be: a page around it could hide what it does.
  setPageHeaders(reply, form ? "'none'" : '*')
  return reply.send(
    documentOf(languageOf(req), title, head.join('\n'), [
      '<main class="page message">',
      `<h1>${escapeHtml(title)}</h1>`,
      `<p>${escapeHtml(text)}</p>`,
      ...(form ? [formOf(form)] : []),
      ...listOf('message-links', links),
      ...listOf('message-ways', ways),
      '</main>',
    ]),
  )
}

function moduleScript({ script }: PageAssets): string {
  return `<script type="module" src="${script}"></script>`
}

/** Returns the query of a request, with its question mark; empty if it has none. */
export function searchOf(req: FastifyRequest): string {
  return new URL(req.url, 'http://localhost').search
}

function listOf(name: string, links: PageLink[]): string[] {
  const items = links.map(({ label, href }) => `<li><a href="${href}">${escapeHtml(label)}</a></li>`)
  return items.length > 0 ? [`<ul class="${name}">`, ...items, '</ul>'] : []
}

function formOf({ button, name, value }: NonNullable<Message['form']>): string {
  return [
    '<form method="post">',
    `<input type="hidden" name="${name}" value="${value}">`,
    `<button class="button">${escapeHtml(button)}</button>`,
    '</form>',
  ].join('\n')
}

/** Returns the origins that may embed a widget's pages: any, unless the publisher has listed some. */
export function frameAncestorsOf(origins: string[] | undefined): string {
  return origins ? ["'self'", ...origins].join(' ') : '*'
}

function setPageHeaders(reply: FastifyReply, frameAncestors: string, nonce?: string, style = ''): void {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    ...pageHeaders(frameAncestors, { nonce, style }),
    'cache-control': 'no-store',
    vary: VARY,
  })
}

function documentOf(language: keyof typeof LANGUAGES, title: string, head: string, body: string[]): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<meta name="theme-color" content="${SCHEMES.light.paper}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${SCHEMES.dark.paper}" media="(prefers-color-scheme: dark)">
${head}
</head>
<body>
${body.join('\n')}
</body>
</html>
`
}
