import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSender } from '../../src/webhooks/sender.ts'
import { makeCertificate } from '../support/certificate.ts'
import { DATABASES } from '../support/databases.ts'
import { type AnswerTo, Receiver } from '../support/receiver.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'

const HOST = 'receiver.example'
const PATH = '/hook'
/** The service's patience, in place of ten seconds. */
const TIMEOUT_MS = 400
/** In this time the worker looks at least once for what is due. */
const A_LOOK_MS = 700
/** Seconds; more than a test takes to get on. */
const A_WHILE = 30
const MB = 1_000_000
/** Octets that the buffers of both ends of a connection can hold beside the 64 KiB that are read. */
const BUFFERED = 16 * MB

const good = makeCertificate({ host: HOST })
const expired = makeCertificate({ host: HOST, from: new Date(0), to: new Date(1e12) })
const strange = makeCertificate({ host: HOST })

interface Fault {
  /** How the receiver is made to listen, where that is what is wrong. */
  listen?: (receiver: Receiver) => Promise<void>
  secure?: true
  answer?: AnswerTo
  /** The first attempt in the log. */
  logged: { status: number | null; error: string; answer: unknown }
  /** Seconds after which it is tried again; undefined: it has arrived. */
  again?: number
}

const no = (error: string) => ({ status: null, error, answer: '' })
const answered = (status: number, answer: unknown = '', more = '') => ({
  status,
  error: status < 300 ? '' : `answered ${status}${more}`,
  answer,
})
const someDrops = expect.stringMatching(/^x{1,30}$/)
const oneKib = 'x'.repeat(1024)

const FAULTS: Record<string, Fault> = {
  'refuses connections': {
    listen: (receiver) => receiver.listen().then(() => receiver.close()),
    logged: no('connection refused'),
    again: 300,
  },
  'has a certificate nobody vouches for': {
    secure: true,
    listen: (receiver) => receiver.listen(0, strange),
    logged: no('certificate not valid: self-signed'),
    again: 300,
  },
  'has an expired certificate': {
    secure: true,
    listen: (receiver) => receiver.listen(0, expired),
    logged: no('certificate not valid: expired'),
    again: 300,
  },
  'speaks no TLS where it should': { secure: true, logged: no('TLS failed'), again: 300 },
  hangs: { answer: () => {}, logged: no('timed out'), again: 300 },
  'answers byte by byte and never gets to the end of its headers': {
    answer: (response) => drip(response, 'HTTP/1.1 200 OK\r\nX-Header: '),
    logged: no('timed out'),
    again: 300,
  },
  'answers 200 byte by byte': {
    answer: (response) => dripBody(response, 200),
    logged: answered(200, someDrops),
  },
  'answers 500 byte by byte': {
    answer: (response) => dripBody(response, 500),
    logged: answered(500, someDrops),
    again: 300,
  },
  'answers 500': {
    answer: (response) => response.writeHead(500).end('out of order'),
    logged: answered(500, 'out of order'),
    again: 300,
  },
  'answers 503 and asks for a quarter of an hour': {
    answer: (response) => response.writeHead(503, { 'retry-after': '900' }).end(),
    logged: answered(503),
    again: 900,
  },
  'answers 302': {
    answer: (response) => response.writeHead(302, { location: '/stolen' }).end(),
    logged: answered(302, '', ', redirects are not followed'),
    again: 300,
  },
  'answers 200 and 100 MB': { answer: (response) => pour(response, 200), logged: answered(200, oneKib) },
  'answers 500 and 100 MB': {
    answer: (response) => pour(response, 500),
    logged: answered(500, oneKib),
    again: 300,
  },
  'closes within its headers': {
    answer: ({ socket }) => socket!.end('HTTP/1.1 200 OK\r\nContent-'),
    logged: no('connection closed without an answer'),
    again: 300,
  },
  'closes within the body of a 200': {
    answer: ({ socket }) => socket!.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nthan'),
    logged: answered(200, 'than'),
  },
  'closes within the body of a 500': {
    answer: ({ socket }) => socket!.end('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\nsor'),
    logged: answered(500, 'sor'),
    again: 300,
  },
}

describe.each(DATABASES)('a receiver at fault, on %s', (kind) => {
  let ahead = 0
  const app = useTestApp(kind, {
    worker: 'as set',
    now: () => Date.now() + ahead,
    sender: createSender({
      allowPrivate: true,
      timeoutMs: TIMEOUT_MS,
      resolve: async () => ['127.0.0.1'],
    }),
  })
  const letPass = (seconds: number) => void (ahead += seconds * 1000)

  const roots = getCACertificates()
  beforeAll(() => setDefaultCACertificates([...roots, good.cert, expired.cert]))
  afterAll(() => setDefaultCACertificates(roots))

  /** A publisher with one callback, that of this receiver. */
  async function clubThatListens({ port }: Receiver, secure = false) {
    const club = await app.publisher()
    const { id } = await club.callback(`${secure ? 'https' : 'http'}://${HOST}:${port}${PATH}`)
    return { club, callbackId: id }
  }
  /** The publisher's oldest delivery, once it was tried so often. */
  async function tried(club: TestPublisher, attempts: number): Promise<Json> {
    for (;;) {
      const oldest = (await club.get('/admin/api/deliveries')).body.data.at(-1)
      if (oldest?.attempts >= attempts)
        return (await club.get(`/admin/api/deliveries/${oldest.id}`)).body.data
      await sleep(50)
    }
  }
  const idsAt = (receiver: Receiver) => receiver.received.map(({ headers }) => headers['webhook-id'])

  it.each(Object.entries(FAULTS))('that %s', async (_, { listen, secure, answer, logged, again }) => {
    await using receiver = new Receiver()
    await (listen ? listen(receiver) : receiver.listen())
    if (answer) receiver.answers.set(PATH, answer)
    const { club } = await clubThatListens(receiver, secure)
    await club.subscribe('fan@example.com', [])

    const delivery = await tried(club, 1)
    const attempt = { number: 1, at: expect.any(String), durationMs: expect.any(Number) }
    const [{ reason, ...told }, ...others] = delivery.log
    expect([told, ...others]).toEqual([{ ...attempt, ...logged }])
    expect(reason?.kind).toEqual(told.error === '' ? undefined : expect.any(String))
    // A fault of the connection is noticed before anything is sent.
    const seen = answer ? [delivery.notificationId] : []
    expect(idsAt(receiver)).toEqual(seen)
    await receiver.close()
    expect(receiver.sent).toBeLessThan(BUFFERED)

    receiver.answers.clear()
    await receiver.listen(receiver.port, secure && good)
    if (again === undefined) {
      expect(delivery).toMatchObject({ state: 'delivered', due: null })
      letPass(3600)
      await sleep(A_LOOK_MS)
      expect(idsAt(receiver)).toEqual(seen)
      return
    }
    expect(delivery.state).toBe('waiting')
    expect(secondsBetween(delivery.log[0].at, delivery.due)).toBeCloseTo(again, -1)
    letPass(again)
    expect(await tried(club, 2)).toMatchObject({ state: 'delivered', log: [logged, answered(204)] })
    expect(idsAt(receiver)).toEqual([...seen, delivery.notificationId])
    expect(receiver.received.every(({ path }) => path === PATH)).toBe(true)
    expect(receiver.received.at(-1)!.body.email).toBe('fan@example.com')
  })

  it('that answers 410 is told nothing more, until its publisher wants it again', async () => {
    await using receiver = new Receiver()
    await receiver.listen()
    receiver.answers.set(PATH, (response) => response.writeHead(410).end())
    const { club, callbackId } = await clubThatListens(receiver)
    await club.subscribe('fan@example.com', [])
    const { id, log, state, notificationId } = await tried(club, 1)
    expect({ log, state }).toMatchObject({ log: [answered(410)], state: 'failed' })
    const isOn = async () => (await club.get('/admin/api/callbacks')).body.data[0].active as boolean
    while (await isOn()) await sleep(50)
    await club.subscribe('other@example.com', [])
    letPass(3600)
    await sleep(A_LOOK_MS)
    expect(idsAt(receiver)).toEqual([notificationId])
    expect((await club.get('/admin/api/deliveries')).body.data).toHaveLength(1)

    receiver.answers.clear()
    await club.put(`/admin/api/callbacks/${callbackId}`, { active: true })
    await club.post(`/admin/api/deliveries/${id}/retry`)
    expect(await tried(club, 2)).toMatchObject({ state: 'delivered', log: [{ number: 1 }, answered(204)] })
    expect(idsAt(receiver)).toEqual([notificationId, notificationId])
  })

  it('is tried 5, 20 and 60 minutes after the first time, and then no more', async () => {
    await using receiver = new Receiver()
    await receiver.listen()
    receiver.answers.set(PATH, (response) => response.writeHead(500).end())
    const { club } = await clubThatListens(receiver)
    await club.subscribe('fan@example.com', [])
    let delivery = await tried(club, 1)
    for (const [index, minutes] of [5, 15, 40].entries()) {
      letPass(60 * minutes - A_WHILE)
      await sleep(A_LOOK_MS)
      expect(idsAt(receiver)).toHaveLength(index + 1)
      letPass(A_WHILE)
      delivery = await tried(club, index + 2)
    }
    expect(delivery).toMatchObject({ state: 'failed', attempts: 4, due: null })
    letPass(86_400)
    await sleep(A_LOOK_MS)
    expect(idsAt(receiver)).toEqual(Array.from({ length: 4 }, () => delivery.notificationId))
  })
})

/** Writes `start`, and then x for ever, a byte each 20 ms. */
function drip({ socket }: ServerResponse, start: string): void {
  let at = 0
  const timer = setInterval(() => socket!.write(start[at++] ?? 'x'), 20)
  socket!.on('close', () => clearInterval(timer))
}

function dripBody(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 1000 }).flushHeaders()
  drip(response, '')
}

/** A hundred million bytes, as fast as they are taken. */
function pour(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 100 * MB })
  const piece = Buffer.alloc(MB, 'x')
  const pieces = Readable.from(Array.from({ length: 100 }, () => piece))
  pieces.pipe(response).on('close', () => pieces.destroy())
}

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000
}
