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

/** What a page is given beside its own script and styles. */
export interface PageContent {
  title: string
  /** Which parts of the catalogue of words it uses. */
  words: (keyof (typeof LANGUAGES)['en'])[]
  /** Read by the page's script; has to be JSON. */
  data: unknown
  /** Origins that may show it in a frame: `'none'`, `*`, or a list. */
  frameAncestors?: string
  /** Search engines may list it. */
  indexed?: boolean
  /** It is the portal: written with components that bring styles along, and shows pages of ours in frames. */
  portal?: boolean
  /** It is in English, whatever the reader prefers. */
  english?: boolean
}

/** What the script of every page finds in its document. */
export interface PageData<Data> {
  language: string
  words: Record<string, Record<string, unknown>>
  data: Data
}

/**
 * Sends a page: its words and data are in the document, so that the script has nothing left to ask for.
 * No script or style is inline, and none is loaded from elsewhere.
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
    portal = false,
    english = portal,
  }: PageContent,
): Promise<FastifyReply> {
  const language = english ? 'en' : languageOf(req)
  const spoken = Object.fromEntries(words.map((place) => [place, LANGUAGES[language][place]]))
  const pageData: PageData<unknown> = { language, words: spoken, data }
  const nonce = portal ? randomBytes(16).toString('base64') : undefined
  const head = [
    ...(indexed ? [] : ['<meta name="robots" content="noindex">']),
    ...(nonce ? [`<meta name="csp-nonce" content="${nonce}">`] : []),
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

/** Sends a page that only says something, and works without a script. */
export function sendMessage(
  req: FastifyRequest,
  reply: FastifyReply,
  assets: PageAssets,
  { title, text }: { title: string; text: string },
): FastifyReply {
  const head = [
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<script type="module" src="${assets.script}"></script>`,
  ]
  // Also where the page that is missing would have been in a frame.
  setPageHeaders(reply, '*')
  return reply.send(
    documentOf(languageOf(req), title, head.join('\n'), [
      '<main class="page message">',
      `<h1>${escapeHtml(title)}</h1>`,
      `<p>${escapeHtml(text)}</p>`,
      '</main>',
    ]),
  )
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

/** JSON that can't end its script element, nor begin a comment in it. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
