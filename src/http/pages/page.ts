import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../html.ts'
import { directionOf, LANGUAGES } from '../../words/index.ts'
import { pageHeaders } from '../headers.ts'
import type { PageAssets } from './assets.ts'
import { languageOf } from './language.ts'

const compress = promisify(gzip)

/** The content of a page. */
export interface PageContent {
  title: string
  /** Sections of the catalogue of translations that it uses. */
  words: (keyof (typeof LANGUAGES)['en'])[]
  /** Data for the page's script; must be serialisable as JSON. */
  data: unknown
  /** Origins that may embed the page: `'none'`, `*`, or a list. */
  frameAncestors?: string
  /** True if search engines may index it. */
  indexed?: boolean
  /** True for the admin portal, whose components create styles and which embeds our own pages. */
  admin?: boolean
  /** Feeds of its content: addresses by media type. */
  feeds?: Record<string, string>
  /** The path of its web app manifest. */
  manifest?: string | undefined
  /** True for a page in English only. */
  english?: boolean
}

/** The data of the admin portal's document, which is the same for everybody. */
export interface AdminData {
  /** True while the service has no publisher. */
  empty: boolean
}

/** The data that each page's script reads from the document. */
export interface PageData<Data> {
  language: string
  words: Record<string, Record<string, unknown>>
  data: Data
}

/**
 * Sends a page. Its texts and data are in the document, so that the script needs no further request. No
 * script or style is inline or from another origin.
 */
export async function sendPage(
  req: FastifyRequest,
  reply: FastifyReply,
  assets: PageAssets,
  {
    title,
    words,
    data,
    frameAncestors = "'none'",
    indexed = false,
    admin = false,
    feeds = {},
    manifest,
    english = admin,
  }: PageContent,
): Promise<FastifyReply> {
  const language = english ? 'en' : languageOf(req)
  const texts = Object.fromEntries(words.map((section) => [section, LANGUAGES[language][section]]))
  const pageData: PageData<unknown> = { language, words: texts, data }
  const nonce = admin ? randomBytes(16).toString('base64') : undefined
  const head = [
    ...(indexed ? [] : ['<meta name="robots" content="noindex">']),
    ...(nonce ? [`<meta name="csp-nonce" content="${nonce}">`] : []),
    ...Object.entries(feeds).map(([type, href]) => `<link rel="alternate" type="${type}" href="${href}">`),
    // With credentials, because it has another address for a browser that came from a mail.
    ...(manifest ? [`<link rel="manifest" href="${manifest}" crossorigin="use-credentials">`] : []),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<script type="module" src="${assets.script}"></script>`,
    ...assets.imports.map((href) => `<link rel="modulepreload" href="${href}">`),
  ]
  setPageHeaders(reply, frameAncestors, nonce)
  const html = documentOf(language, title, head.join('\n'), [
    '<div id="page"></div>',
    `<noscript><p>${escapeHtml(LANGUAGES[language].common.needsScript)}</p></noscript>`,
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
    `<script type="module" src="${assets.script}"></script>`,
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

function setPageHeaders(reply: FastifyReply, frameAncestors: string, nonce?: string): void {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    ...pageHeaders(frameAncestors, nonce),
    'cache-control': 'no-store',
    vary: 'accept-language, accept-encoding',
  })
}

function documentOf(language: keyof typeof LANGUAGES, title: string, head: string, body: string[]): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
${body.join('\n')}
</body>
</html>
`
}

/** Serialises JSON so that it can neither end its script element nor start a comment in it. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
