import type { FastifyReply } from 'fastify'
import type { Stamp } from '../../dav/look.ts'
import { sendParts } from '../send-parts.ts'
import { keyOf, objectValue, propertyWriter, type Values, type Wanted } from './properties.ts'
import { XML_TYPE } from './refusals.ts'
import { element, emptyElement, escapeXml, hrefElement, openDocument } from './xml.ts'

const OK = '<d:status>HTTP/1.1 200 OK</d:status>'
const MISSING = '<d:status>HTTP/1.1 404 Not Found</d:status>'
/** Characters that are sent at once. An answer that is shorter is sent whole, with its length. */
const PART = 64_000

/** Sends a multi-status (RFC 4918, 13). A long one is written while it is sent. */
export async function sendMultiStatus(
  reply: FastifyReply,
  responses: AsyncIterable<string> | Iterable<string>,
): Promise<FastifyReply> {
  const parts = inDocument(responses)
  const first = await parts.next()
  const headers = { 'content-type': XML_TYPE, 'cache-control': 'private, no-cache' }
  if (first.value.whole) return reply.code(207).headers(headers).send(first.value.text)
  return sendParts(reply.code(207), textsOf(first.value.text, parts), headers)
}

interface Part {
  text: string
  /** It is all there is. */
  whole: boolean
}

async function* inDocument(
  responses: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Part, Part, undefined> {
  let [text, whole] = [openDocument('d:multistatus'), true]
  for await (const response of responses) {
    text += response
    if (text.length < PART) continue
    yield { text, whole: false }
    ;[text, whole] = ['', false]
  }
  return { text: `${text}</d:multistatus>`, whole }
}

async function* textsOf(first: string, parts: AsyncGenerator<Part, Part>): AsyncGenerator<string> {
  yield first
  for (;;) {
    const { value, done } = await parts.next()
    yield value.text
    if (done) return
  }
}

/** The response about a resource. `brief`: properties that it has not are left out (RFC 8144, 2.1). */
export function response(href: string, own: Values, wanted: Wanted[], brief: boolean): string {
  const known = wanted.filter((each) => own.has(keyOf(each)))
  const found = known.map((each) => propertyWriter(each)(own.get(keyOf(each))!)).join('')
  return propstats(href, found, brief ? '' : missing(wanted.filter((each) => !known.includes(each))))
}

/** Returns a function that writes the responses about the objects of one collection, which differ in little. */
export function objectResponses(
  common: Values,
  wanted: Wanted[],
  brief: boolean,
): (href: string, stamp: Stamp, text?: string) => string {
  const keyed = wanted.map((each) => ({ ...each, key: keyOf(each), write: propertyWriter(each) }))
  const stamp = { etag: 'x', modified: 0 }
  const known = keyed.filter(({ key }) => objectValue(key, common, stamp, 'x') !== undefined)
  const none = brief ? '' : missing(keyed.filter((each) => !known.includes(each)))
  return (href, ownStamp, text) => {
    const found = known.map(({ key, write }) => write(objectValue(key, common, ownStamp, text) ?? ''))
    return propstats(href, found.join(''), none)
  }
}

/** The response about a resource that is not there, or that could not be given. */
export function statusResponse(href: string, status = '404 Not Found', more = ''): string {
  return element('d:response', `${hrefElement(href)}<d:status>HTTP/1.1 ${status}</d:status>${more}`)
}

/** The response about properties that nobody may change (RFC 4918, 9.2). */
export function unchangeable(href: string, wanted: Wanted[]): string {
  const names = wanted.map(({ namespace, name }) => emptyElement(namespace, name)).join('')
  const error = element('d:error', '<d:cannot-modify-protected-property/>')
  const words = element('d:responsedescription', escapeXml('The publisher decides this'))
  const status = '<d:status>HTTP/1.1 403 Forbidden</d:status>'
  const propstat = element('d:propstat', element('d:prop', names) + status + error + words)
  return element('d:response', hrefElement(href) + propstat)
}

function missing(wanted: Wanted[]): string {
  return wanted.map(({ namespace, name }) => emptyElement(namespace, name)).join('')
}

function propstats(href: string, found: string, none: string): string {
  const first = found !== '' || none === '' ? element('d:propstat', element('d:prop', found) + OK) : ''
  const second = none === '' ? '' : element('d:propstat', element('d:prop', none) + MISSING)
  return `<d:response>${hrefElement(href)}${first}${second}</d:response>`
}
