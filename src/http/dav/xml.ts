import { SaxesParser } from 'saxes'
import { DavError } from './dav-error.ts'

/** An element of a body. Its namespace is a URI; a prefix means nothing. */
export interface Element {
  namespace: string
  name: string
  /** Without namespaces. */
  attributes: Record<string, string>
  children: Element[]
  /** All text directly in it. */
  text: string
}

/** Elements inside each other. The deepest body that clients send has eight. */
const MOST_DEPTH = 16

/**
 * The namespaces of our answers, by their prefixes: WebDAV, CalDAV, those of Apple's server and of its calendar
 * application, and WebDAV-Push.
 */
export const NAMESPACES = {
  d: 'DAV:',
  c: 'urn:ietf:params:xml:ns:caldav',
  cs: 'http://calendarserver.org/ns/',
  ic: 'http://apple.com/ns/ical/',
  p: 'https://bitfire.at/webdav-push',
} as const

export const DAV = NAMESPACES.d
export const CALDAV = NAMESPACES.c

/** The prefixes of our answers by their namespaces. */
export const PREFIXES = new Map<string, string>(
  Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, prefix]),
)
const DECLARED = Object.entries(NAMESPACES)
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('')
const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'

const SPECIAL = /[&<>"]/g
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that no XML 1.0 document may have. */

const ILLEGAL = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/**
 * Reads a body with namespaces. Throws for text that is no XML, for a DOCTYPE, for any entity but the five of XML, and
 * for elements that nest deeper than any client needs.
 */
export function readXml(body: Buffer): Element {
  const top: Element = { namespace: '', name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  const parser = new SaxesParser({ xmlns: true, position: false })
  parser.on('error', (error) => {
    throw notXml(error.message)
  })
  parser.on('doctype', () => {
    throw notXml('it has a DOCTYPE')
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (open.length > MOST_DEPTH) throw notXml(`its elements nest deeper than ${MOST_DEPTH}`)
    const own = Object.values(attributes).filter((attribute) => attribute.uri === '')
    const values = Object.fromEntries(own.map((attribute) => [attribute.local, attribute.value]))
    const element = { namespace: uri, name: local, attributes: values, children: [], text: '' }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  const addText = (text: string) => void (open.at(-1)!.text += text)
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void open.pop())
  parser.write(decode(body)).close()
  return top.children[0]!
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw notXml('it is not UTF-8')
  }
}

function notXml(reason: string): DavError {
  return new DavError(400, `The body can't be read as XML: ${reason}`)
}

/** True for the element with this name. */
export function isElement(element: Element, namespace: string, name: string): boolean {
  return element.name === name && element.namespace === namespace
}

/** Returns the first child with this name. */
export function childOf(element: Element, namespace: string, name: string): Element | undefined {
  return element.children.find((child) => isElement(child, namespace, name))
}

/** Escapes a text for XML. Drops characters that XML can't have. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(ILLEGAL, '')
    .replace(SPECIAL, (character) => ESCAPED[character]!)
}

/** Begins a document, with all prefixes declared. */
export function openDocument(name: string): string {
  return `${DECLARATION}<${name}${DECLARED}>`
}

/** Writes an element of any namespace without content, such as a property that we do not have. */
export function emptyElement(namespace: string, name: string): string {
  const prefix = PREFIXES.get(namespace)
  if (prefix) return `<${prefix}:${name}/>`
  return namespace === '' ? `<${name} xmlns=""/>` : `<x:${name} xmlns:x="${escapeXml(namespace)}"/>`
}

/** Writes an element with content that is XML already. `name`: with one of our prefixes. */
export function element(name: string, content = ''): string {
  return content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`
}

/** Writes an address. */
export function hrefElement(href: string): string {
  return `<d:href>${escapeXml(href)}</d:href>`
}
