import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../support/test-app.ts'
import type { Json } from '../support/test-publisher.ts'
import { failuresOf, runAgainst } from './run-against.ts'

interface Reply {
  method: string
  path: string
  status: number
  headers: Record<string, string>
  body: string
}

/** Changes one of our answers, as a faulty server would give it. */
type Fault = (reply: Reply) => void

const HOP = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'host',
  'date',
]

/** A server that does as ours, but for one fault. */
async function brokenServer(behind: string, fault: Fault): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    const answer = async () => {
      const method = request.method!
      const body = await buffer(request)
      const headers = plain(Object.entries(request.headers) as [string, string][])
      const init = { method, headers, redirect: 'manual' as const, ...(body.length > 0 && { body }) }
      const real = await fetch(behind + request.url!, init)
      const reply: Reply = {
        method,
        path: new URL(request.url!, behind).pathname,
        status: real.status,
        headers: plain([...real.headers]),
        body: await real.text(),
      }
      fault(reply)
      response.writeHead(reply.status, reply.headers).end(reply.body || undefined)
    }
    answer().catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function plain(headers: [string, string][]): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => !HOP.includes(name)))
}

/** Changes the JSON of answers to an operation. */
function json(method: string, path: RegExp, change: (body: Json, reply: Reply) => unknown): Fault {
  return (reply) => {
    if (reply.method !== method || !path.test(reply.path) || !reply.body.startsWith('{')) return
    const body = JSON.parse(reply.body)
    reply.body = JSON.stringify(change(body, reply) ?? body)
  }
}

let tags = 0

const FAULTS: [what: string, section: string, caughtBy: string[], fault: Fault, paceMs?: number][] = [
  [
    'words an error otherwise',
    'signing',
    ['refuses a missing key', 'refuses an unknown key'],
    (reply) => void (reply.body = reply.body.replace('The API Key does not exist', 'Unknown API Key')),
  ],
  [
    'does not look at signatures',
    'signing',
    [
      'refuses a wrong signature',
      'refuses a missing signature',
      'refuses an empty signature',
      'refuses a parameter added after signing',
    ],
    (reply) => {
      const wrong = reply.method === 'GET' && reply.body.includes('signature does not match')
      if (!wrong || !reply.path.endsWith('/calendar/')) return
      reply.status = 200
      reply.body = '{"data":[],"count":0,"status":"200","statusLong":"OK"}'
    },
  ],
  [
    'lists the items of a batch in the order sent',
    'batch-add',
    [
      'adds records: 207, counters, an id and the calendar of each',
      'tells of each record what became of it: failed first, in the order sent',
    ],
    json('POST', /\/batch\/events$/, (body) => void body.items?.reverse()),
  ],
  [
    'counts the faults of a batch also where there are none',
    'batch-add',
    ['adds records: 207, counters, an id and the calendar of each'],
    json('POST', /\/batch\/events$/, (body) => ({ errors: 0, ...body })),
  ],
  [
    'answers a creation with 201',
    'subscribers',
    ['the rest of the section'],
    json('POST', /\/calendar\/?$/, (body, reply) => {
      if (reply.status === 200) reply.status = 201
    }),
  ],
  [
    'leaves a field out of a record',
    'calendars',
    ['finds it by id, with every field', 'finds it by reference, with every field'],
    json('GET', /\/calendar\/./, (body) => void delete body.data?.latestVersion),
  ],
  [
    'writes the status of a deletion as a text',
    'calendars',
    ['deletes it: status is a number'],
    json('DELETE', /\/calendar\/./, (body) => ({ ...body, status: String(body.status) })),
  ],
  [
    'tells only the first of several faults',
    'requests',
    ['tells all faults at once'],
    json('POST', /\/calendar\/?$/, (body) => {
      if (body.errors) body.errors = Object.fromEntries(Object.entries(body.errors).slice(0, 1))
    }),
  ],
  [
    'answers an empty page with 200',
    'events',
    [
      'lists events of draft calendars only with showDraft',
      'pages until 204 without a body',
      'answers 204 for page 1,000,000,000',
      'answers 204 where a list is empty',
      'filters by start date, both ends inclusive',
    ],
    (reply) => {
      if (reply.status !== 204) return
      Object.assign(reply, {
        status: 200,
        body: '{"data":[],"count":3,"totalPages":2,"status":"200","statusLong":"OK"}',
      })
    },
  ],
  [
    'makes a new ETag for each read',
    'feeds',
    ['the feed of a calendar has an ETag, and answers 304 to who has it'],
    (reply) => {
      if (!reply.path.startsWith('/calendar/')) return
      Object.assign(reply.headers, { etag: `"${tags++}"` })
      if (reply.status === 304) Object.assign(reply, { status: 200, body: 'BEGIN:VCALENDAR\r\n' })
    },
  ],
  [
    'does not pace batches',
    'pacing',
    [
      'refuses batch requests that come too fast: 429 with Retry-After',
      'paces all four batch operations together',
    ],
    () => {},
    200,
  ],
  [
    'says Not Found where a subscriber has left',
    'leaving',
    [
      'then refuses the record: 403',
      'comes back through the widget with the same svc_id, or is mailed first',
    ],
    (reply) => {
      if (reply.method !== 'GET' || !/\/subscriber\/[0-9a-f]{24}$/.test(reply.path) || reply.status !== 403)
        return
      reply.status = 404
    },
  ],
]

describe('conformance catches a server that', () => {
  const app = useTestApp('sqlite')

  it.concurrent.each(FAULTS)(
    '%s',
    { timeout: 60_000 },
    async (_what, section, caughtBy, fault, paceMs = 0) => {
      const { apiKey, secret } = await app.publisher()
      await using server = await brokenServer(app.url, fault)
      const failures = failuresOf(
        await runAgainst({ url: server.url, apiKey, secret }, [section], { paceMs }),
      )
      expect(failures).toEqual(caughtBy.map((name) => `${section}: ${name}`))
    },
  )
})
