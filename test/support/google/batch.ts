import { type ApiRequest, type ApiResponse, type CalendarApi } from './api.ts'
import { GoogleError } from './errors.ts'
import { type Faults } from './faults.ts'

/** Parts of one batch (developers.google.com/workspace/calendar/api/guides/batch). */
const LARGEST_BATCH = 50

interface Part {
  contentId?: string | undefined
  request: ApiRequest
}

/**
 * Answers a batch. Its parts count as single requests and run in any order; the response has them in the order of the
 * request, each with its `Content-ID`. Headers of the batch hold for parts that don't have their own.
 */
export function answerBatch(api: CalendarApi, faults: Faults, request: ApiRequest): ApiResponse {
  const boundary = /^multipart\/mixed;.*boundary="?([^";]+)"?/i.exec(
    request.headers['content-type'] ?? '',
  )?.[1]
  if (boundary === undefined) throw new GoogleError(400, 'badRequest', 'Missing or invalid boundary.')
  const parts = splitParts(request.text, boundary).map((part) => readPart(part, request.headers))
  if (parts.length === 0) throw new GoogleError(400, 'badRequest', 'The batch has no parts.')
  if (parts.length > LARGEST_BATCH)
    throw new GoogleError(400, 'badRequest', 'The batch request has too many parts; 50 are accepted.')
  const responses = new Map<Part, ApiResponse>()
  for (const part of faults.shuffle(parts)) responses.set(part, api.answer(part.request, true))
  const name = `batch_${Math.floor(faults.random() * 1e12).toString(36)}`
  const printed = parts.map((part) => `--${name}\r\n${printPart(part, responses.get(part)!)}\r\n`)
  return {
    status: 200,
    headers: { 'content-type': `multipart/mixed; boundary=${name}` },
    text: `${printed.join('')}--${name}--\r\n`,
  }
}

/** Splits a body of several parts, RFC 2046 section 5.1.1. */
function splitParts(text: string, boundary: string): string[] {
  const [, ...parts] = `\n${text.replaceAll('\r\n', '\n')}`.split(`\n--${boundary}`)
  const end = parts.findIndex((part) => part.startsWith('--'))
  if (end === -1) throw new GoogleError(400, 'badRequest', 'The batch has no end.')
  return parts.slice(0, end).map((part) => part.slice(part.indexOf('\n') + 1))
}

function readPart(part: string, outer: ApiRequest['headers']): Part {
  const [head, inner] = cut(part)
  const partHeaders = readHeaders(head.split('\n'))
  if (!/^application\/http/i.test(partHeaders['content-type'] ?? ''))
    throw new GoogleError(400, 'badRequest', 'Parts need the content type application/http.')
  const [innerHead, text] = cut(inner)
  const [first = '', ...lines] = innerHead.split('\n')
  const [, verb, target] = /^([A-Z]+) (\/\S*)(?: HTTP\/\d(?:\.\d)?)?$/.exec(first.trim()) ?? []
  if (verb === undefined || target === undefined)
    throw new GoogleError(400, 'badRequest', 'A part begins with a method and a path.')
  const inherited = Object.fromEntries(Object.entries(outer).filter(([name]) => !name.startsWith('content-')))
  return {
    contentId: partHeaders['content-id'],
    request: { verb, target, headers: { ...inherited, ...readHeaders(lines) }, text },
  }
}

/** Cuts at the first empty line. */
function cut(text: string): [head: string, rest: string] {
  const at = text.indexOf('\n\n')
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)]
}

function readHeaders(lines: string[]): Record<string, string> {
  const pairs = lines.map((line) => /^([^:\s]+):\s*(.*)$/.exec(line)).filter((found) => found !== null)
  return Object.fromEntries(pairs.map(([, name, value]) => [name!.toLowerCase(), value!.trim()]))
}

function printPart({ contentId }: Part, { status, headers, text }: ApiResponse): string {
  const id =
    contentId === undefined
      ? []
      : [`Content-ID: ${contentId.replace(/^<?/, '<response-').replace(/>?$/, '>')}`]
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(text)) })
  return [
    'Content-Type: application/http',
    ...id,
    '',
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Status'}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    '',
    text,
  ].join('\r\n')
}

const REASONS: Record<number, string> = { 200: 'OK', 204: 'No Content', 304: 'Not Modified' }
