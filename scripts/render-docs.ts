import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Marked } from 'marked'
import type { Book, BookPage } from '../src/http/pages/book.ts'

const README = /(^|\/)README\.md$/

/** Width and height in pixels. */
type Size = [width: number, height: number]

/**
 * Renders the Markdown pages of a folder as HTML, and takes along the other files that they link to. Links between
 * pages lead to `/docs/`; links to what is outside the folder become plain text. Throws if a page shows a picture that
 * is not there.
 */
export function renderDocs(folder: string): Book {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()
  const isPicture = (name: string) => name.endsWith('.png')
  const pictures = new Map(
    names.filter(isPicture).map((name) => [name, sizeOfPng(readFileSync(path.join(folder, name)))]),
  )
  const texts = new Map(
    names
      .filter((name) => !isPicture(name))
      .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  )
  const book: Book = { pages: {}, files: {}, pictures: [...pictures.keys()], contents: [] }
  for (const [name, text] of texts) {
    if (name.endsWith('.md'))
      book.pages[pathOf(name)] = renderPage(name, text, (file) => texts.has(file), pictures)
    else book.files[name] = text
  }
  book.contents = chaptersOf(texts.get('README.md')!, book.pages)
  return book
}

/** The anchor of a heading, as on GitHub. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/** The path of a page below `/docs/`: `decisions/README.md` is `decisions`, and `README.md` is `contents`. */
function pathOf(name: string): string {
  return name.replace(README, '').replace(/\.md$/, '') || 'contents'
}

/** Reads the size in the first chunk of a PNG (ISO/IEC 15948, section 11.2.1). */
function sizeOfPng(file: Buffer): Size {
  return [file.readUInt32BE(16), file.readUInt32BE(20)]
}

function renderPage(
  name: string,
  text: string,
  isThere: (file: string) => boolean,
  pictures: Map<string, Size>,
): BookPage {
  const headings: BookPage['headings'] = []
  const times = new Map<string, number>()
  const missing: string[] = []
  const marked = new Marked({
    renderer: {
      html: ({ text }) => (text.startsWith('<!--') ? '' : escaped(text)),
      heading({ tokens, depth, text }) {
        const anchor = anchorOf(text)
        const before = times.get(anchor) ?? 0
        times.set(anchor, before + 1)
        const id = before === 0 ? anchor : `${anchor}-${before}`
        const inner = this.parser.parseInline(tokens)
        if (depth === 1) return `<h1>${inner}</h1>\n`
        headings.push({ id, text: this.parser.parseInline(tokens, this.parser.textRenderer), depth })
        return `<h${depth} id="${id}"><a href="#${id}">${withoutLinks(inner)}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const target = targetOf(name, href, isThere)
        return target === undefined ? inner : `<a href="${escaped(target)}">${inner}</a>`
      },
      // With its size, so that the text below does not jump when it is loaded.
      image({ href, text }) {
        const file = path.posix.join(path.posix.dirname(name), href)
        const size = pictures.get(file)
        if (!size) missing.push(href)
        const [width, height] = size ?? []
        return `<img src="/docs/${file}" alt="${escaped(text)}" width="${width}" height="${height}" loading="lazy">`
      },
      // A block that scrolls must be reachable by keyboard.
      code: ({ text }) =>
        `<pre tabindex="0" role="group" aria-label="Code"><code>${escaped(text)}</code></pre>\n`,
    },
  })
  const html = marked
    .parse(text, { async: false })
    .replaceAll('<table>', '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>')
  // Not thrown above, where marked would add that it is a fault of its own.
  if (missing.length > 0) throw new Error(`${name} shows pictures that are not there: ${missing.join(', ')}`)
  return { title: plain(/^# (.+)$/m.exec(text)![1]!), html, headings }
}

/** The address that a link leads to; undefined if the service does not have the file. */
function targetOf(name: string, href: string, isThere: (file: string) => boolean): string | undefined {
  if (/^(https?:|#)/.test(href)) return href
  const [file, anchor] = href.split('#') as [string, string?]
  const target = path.posix.join(path.posix.dirname(name), file)
  if (!isThere(target)) return undefined
  return `/docs/${target.endsWith('.md') ? pathOf(target) : target}${anchor ? `#${anchor}` : ''}`
}

/** The sections of the index, with the pages that they link to. */
function chaptersOf(index: string, pages: Book['pages']): Book['contents'] {
  return index
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.split('\n')[0]!,
      pages: [...section.matchAll(/\]\(([^)#]+\.md)\)/g)]
        .map(([, file]) => pathOf(file!))
        .filter((page) => Object.hasOwn(pages, page))
        .map((page) => ({ path: page, title: pages[page]!.title, headings: pages[page]!.headings })),
    }))
}

function withoutLinks(html: string): string {
  return html.replace(/<\/?a\b[^>]*>/g, '')
}

function plain(markdown: string): string {
  return markdown.replaceAll('`', '')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
