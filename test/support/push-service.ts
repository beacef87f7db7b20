import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import ece from 'http_ece'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Json } from './test-publisher.ts'

/** A message that the push service took. */
export interface PushedMessage {
  /** The address that it came to. */
  path: string
  /** The words, decrypted by `http_ece`; a text if they are XML. */
  payload: Json
  ttl: number
  urgency: string | undefined
  topic: string | undefined
  /** The claims of the VAPID token. */
  claims: { aud: string; exp: number; sub: string }
  /** The public key that signed it. */
  key: string
}

/** A browser as its push service knows it. */
export interface PushedBrowser {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

type AnswerTo = (response: ServerResponse) => void

const PATH = /^\/push\/([\w-]{22})$/
const DAY_SECONDS = 86_400

/** A push service that takes nothing but what RFC 8030, 8188, 8291 and 8292 allow. */
export class PushService implements AsyncDisposable {
  url = ''
  readonly messages: PushedMessage[] = []
  /** Why requests were refused. */
  readonly faults: string[] = []
  /** In place of 201, by the endpoint's path. */
  readonly answers = new Map<string, AnswerTo>()
  /** Epoch ms. */
  now: () => number = Date.now
  /** Requests so far, also refused ones. */
  requests = 0
  readonly #browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: string }>()
  readonly #sockets: Socket[] = []
  #server: Server | undefined

  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      this.requests++
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => this.#take(request, Buffer.concat(parts), response))
    })
    server.on('connection', (socket) => void this.#sockets.push(socket))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** A new browser with keys of its own. */
  browser(): PushedBrowser {
    const ecdh = createECDH('prime256v1')
    const auth = randomBytes(16).toString('base64url')
    const path = `/push/${randomBytes(16).toString('base64url')}`
    const p256dh = ecdh.generateKeys('base64url')
    this.#browsers.set(path, { ecdh, auth })
    return { endpoint: this.url + path, keys: { p256dh, auth } }
  }

  /** Answers the requests of one browser in another way, such as `gone(410)`. */
  answer({ endpoint }: PushedBrowser, answer: AnswerTo): void {
    this.answers.set(new URL(endpoint).pathname, answer)
  }

  /** Octets that it has sent so far. */
  get sent(): number {
    return this.#sockets.reduce((sum, socket) => sum + socket.bytesWritten, 0)
  }

  async close(): Promise<void> {
    const server = this.#server
    if (!server) return
    const closed = new Promise((done) => server.close(done))
    server.closeAllConnections()
    await closed
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #take(
    { method, url = '', headers }: { method?: string; url?: string; headers: IncomingHttpHeaders },
    body: Buffer,
    response: ServerResponse,
  ) {
    const browser = this.#browsers.get(url)
    if (method !== 'POST' || !PATH.test(url) || !browser) return response.writeHead(404).end()
    try {
      const message = readMessage(url, headers, body, browser, this.url, this.now())
      const answer = this.answers.get(url)
      if (answer) return answer(response)
      this.messages.push(message)
      return response.writeHead(201, { location: `${this.url}/message/1` }).end()
    } catch (error) {
      this.faults.push((error as Error).message)
      return response.writeHead(400).end((error as Error).message)
    }
  }
}

/** Throws for anything that the RFCs do not allow. */
function readMessage(
  path: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: string },
  origin: string,
  now: number,
): PushedMessage {
  const { ttl, urgency, topic, authorization = '' } = headers as Record<string, string | undefined>
  require(/^\d{1,10}$/.test(ttl ?? ''), `TTL is ${ttl}`) // RFC 8030, 5.2
  require(/^(very-low|low|normal|high)$/.test(urgency ?? 'normal'), `Urgency is ${urgency}`) // 5.3
  require(topic === undefined || /^[\w-]{1,32}$/.test(topic), `Topic is ${topic}`) // 5.4
  require(headers['content-encoding'] === 'aes128gcm', 'the encoding is not aes128gcm') // RFC 8291, 4
  require(body.length <= 4096, `the body has ${body.length} octets`) // RFC 8030, 7.2
  require(headers['content-length'] === String(body.length), 'there is no Content-Length')
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const claims = readToken(token, key, now)
  require(claims.aud === origin, `aud is ${claims.aud}`) // RFC 8292, 2
  require(body.readUInt32BE(16) <= 4096, 'the record is too large') // RFC 8188, 2.1
  require(body[20] === 65, 'the header has no public key') // RFC 8291, 4
  const plain = ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth })
  const text = plain.toString()
  const payload = text.startsWith('<') ? text : JSON.parse(text)
  return { path, payload, ttl: Number(ttl), urgency, topic, claims, key }
}

/** Checks a VAPID token (RFC 8292, 2; RFC 7515), which `key` has to have signed by ES256. */
function readToken(token: string, key: string, now: number): PushedMessage['claims'] {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())
  require(decode(head).alg === 'ES256', 'alg is not ES256')
  const point = Buffer.from(key, 'base64url')
  require(point.length === 65 && point[0] === 4, 'k is no public key')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${payload}`)
  const good = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  require(good, 'the token was not signed by k')
  const claims = decode(payload)
  const seconds = now / 1000
  require(claims.exp > seconds && claims.exp <= seconds + DAY_SECONDS, `exp is ${claims.exp}`)
  require(/^(mailto:[^@]+@[^@]+|https:\/\/.+)$/.test(claims.sub as string), `sub is ${claims.sub}`)
  return claims
}

function require(holds: boolean, fault: string): void {
  if (!holds) throw new Error(fault)
}

/** One push service for all tests of a `describe`; each begins with no messages. */
export function usePushService(): PushService {
  const service = new PushService()
  beforeAll(() => service.listen())
  beforeEach(() => {
    service.messages.length = 0
    service.faults.length = 0
  })
  afterAll(() => service.close())
  return service
}
