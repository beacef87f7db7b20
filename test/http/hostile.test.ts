import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { peakMemory, TELLS_MEMORY } from '../support/memory-of.ts'
import { sendRaw } from '../support/raw-http.ts'
import { commandLinePublisher, dataFolder, startService } from '../support/service-process.ts'
import { useTestApp } from '../support/test-app.ts'
import { send, type TestPublisher } from '../support/test-publisher.ts'

const CLOSE = 'Host: localhost\r\nConnection: close\r\n'
const MEGABYTES = 10

/** Path and query of a signed request, as a request line has them. */
function target(club: TestPublisher, path: string, body: string | Buffer = ''): string {
  const { pathname, search } = new URL(club.signedUrl(path, body))
  return pathname + search
}

describe('hostile HTTP', () => {
  let now = Date.now()
  const app = useTestApp('sqlite', { now: () => (now += 25) })

  it.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['a length twice', 'Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
    ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
    ['a negative length', 'Content-Length: -1\r\n\r\n{}'],
    ['a length in hex', 'Content-Length: 0x2\r\n\r\n{}'],
    ['a chunk of no size', 'Transfer-Encoding: chunked\r\n\r\nZ\r\n{}\r\n0\r\n\r\n'],
    ['chunks not at the end', 'Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n'],
    ['a bare line feed', 'X-A: b\n\n'],
    ['a bare carriage return', 'X-A: b\rc\r\n\r\n'],
    ['a header without a name', ': b\r\n\r\n'],
    ['a space before the colon', 'Content-Length : 2\r\n\r\n{}'],
    ['a NUL in a header', 'X-A: b\0c\r\n\r\n'],
  ])('refuses %s and closes, so that nothing is smuggled', async (_, rest) => {
    const club = await app.publisher()
    const smuggled = `GET ${target(club, '/calendar')} HTTP/1.1\r\n${CLOSE}\r\n`
    const head = `POST ${target(club, '/calendar')} HTTP/1.1\r\nHost: localhost\r\n`
    const { status, text, answers } = await sendRaw(app.url, head + rest + smuggled)
    expect({ status, answers }).toEqual({ status: 400, answers: 1 })
    expect(text).toMatch(/^connection: close\r$/m)
    expect(text).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/m)
    expect(text).toMatch(/\r\n\r\n\{"status":"400","statusLong":"Bad Request"\}$/)
  })

  it('answers a body that is longer or shorter than it said, and closes', async () => {
    const club = await app.publisher()
    const head = `POST ${target(club, '/calendar', '{')} HTTP/1.1\r\nHost: localhost\r\n`
    expect((await sendRaw(app.url, `${head}Content-Length: 1\r\n\r\n{}}`)).status).toBe(400)
    const cut = await fetch(`${app.url}/healthz`) // the service goes on serving
    expect(cut.status).toBe(200)
  })

  it.each([
    ['another version', 'GET / HTTP/3.0\r\n\r\n', 400],
    ['the oldest version', 'GET /\r\n\r\n', 404],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a header of 20 kB', `GET /healthz HTTP/1.1\r\n${CLOSE}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['3000 headers', `GET /healthz HTTP/1.1\r\n${CLOSE}${'X: a\r\n'.repeat(3000)}\r\n`, 431],
    ['an address of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${CLOSE}\r\n`, 431],
    ['an unknown method', `BREW /healthz HTTP/1.1\r\n${CLOSE}\r\n`, 405],
    ['a method in lower case', `get /healthz HTTP/1.1\r\n${CLOSE}\r\n`, 405],
    ['TRACE', `TRACE /healthz HTTP/1.1\r\n${CLOSE}\r\n`, 405],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${CLOSE}\r\n`, 200],
    ['a method without a route', `PATCH /apiv2/calendar HTTP/1.1\r\n${CLOSE}\r\n`, 405],
    ['an absolute address', `GET http://evil.example/healthz HTTP/1.1\r\n${CLOSE}\r\n`, 200],
    ['dots in an absolute address', `GET http://evil.example/x/../healthz HTTP/1.1\r\n${CLOSE}\r\n`, 404],
    [
      'a content type that is none',
      `POST /w/x/subscribe HTTP/1.1\r\n${CLOSE}Content-Type: ;;\r\nContent-Length: 2\r\n\r\n{}`,
      404,
    ],
  ])('has an answer to %s', async (_, text, status) => {
    expect(await sendRaw(app.url, text)).toMatchObject({ status, answers: 1 })
  })

  it.each(['evil.example', '"><script>', 'a b', '127.0.0.1:99999', 'evil.example\r\nHost: other.example'])(
    'makes no use of Host: %j',
    async (host) => {
      for (const path of ['/docs', '/openapi.json', '/nothing', '/robots.txt']) {
        const { text, status } = await sendRaw(
          app.url,
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        )
        expect(status).toBeLessThan(500)
        expect(text).not.toMatch(/evil|99999|^location:.*script/m)
      }
    },
  )

  it('knows one method for a request: that of its first line', async () => {
    const club = await app.publisher()
    const id = await club.calendar()
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const answer = await club.get(`/calendar/${id}?_method=DELETE`, { [name]: 'DELETE' })
      expect(answer.body.data.id).toBe(id)
    }
    expect((await club.get(`/calendar/${id}`)).status).toBe(200)
  })

  it('inflates no body', async () => {
    const club = await app.publisher()
    const bomb = gzipSync(Buffer.alloc(100_000_000))
    for (const encoding of ['gzip', 'br', 'deflate, gzip']) {
      const answer = await club.call('POST', '/batch/events', bomb, { 'content-encoding': encoding })
      expect(answer).toMatchObject({ status: 415, body: { status: '415' } })
    }
    const plain = await club.call('POST', '/calendar', '{', { 'content-encoding': 'identity' })
    expect(plain.body.errors.body).toMatch(/not valid JSON/)
  })

  it.each([
    ['/apiv2/calendar/%zz', 400],
    ['/apiv2/calendar/%', 400],
    ['/apiv2/calendar/%ff', 400],
    ['/apiv2/calendar/%c0%af', 400],
    ['/apiv2/calendar/%ed%a0%80', 400],
    ['/apiv2/calendar/%00', 404],
    ['/apiv2/calendar?showDraft=%00', 400],
    ['/feed/%00', 404],
    ['/apiv2/calendar/LONG', 404],
    ['/feed/LONG', 404],
    ['/apiv2/calendar/..%2f..%2fetc%2fpasswd', 404],
    ['/apiv2/../healthz', 404],
    ['/./healthz', 404],
    ['//healthz', 404],
    ['/healthz%2f', 404],
    ['/HEALTHZ', 404],
    ['/docs/static/..%2f..%2f..%2fpackage.json', 404],
    ['/docs/static/../../package.json', 404],
    ['/docs/static/%2e%2e/%2e%2e/package.json', 404],
    ['/docs/images/../../docs.json', 404],
    ['/apiv2/calendar;jsessionid=1', 404],
  ])('answers the address %s with %i and does not repeat what it signed', async (path, status) => {
    const signed = path.includes('apiv2/calendar')
    const query = signed ? target(await app.publisher(), '/x').slice('/apiv2/x?'.length) : ''
    const line = `GET ${path.replace('LONG', 'a'.repeat(10_000))}${path.includes('?') ? '&' : '?'}${query} HTTP/1.1\r\n${CLOSE}\r\n`
    const answer = await sendRaw(app.url, line)
    expect(answer).toMatchObject({ status, answers: 1 })
    expect(answer.text).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/m)
    if (signed) expect(answer.text).not.toContain('apiSign')
  })

  it('reads an encoded slash as part of an id', async () => {
    const club = await app.publisher()
    const id = await club.calendar({ reference: 'season/2027 ?&#é' })
    expect((await club.get(`/calendar/${encodeURIComponent('season/2027 ?&#é')}`)).body.data.id).toBe(id)
  })

  it('reads a query of any shape once, and so that the last of a key counts', async () => {
    const club = await app.publisher()
    await club.calendar({ draftCalendar: 1 })
    const count = async (query: string) => (await club.get(`/calendar?${query}`)).body.count
    expect(await count('showDraft=1&'.repeat(1000))).toBe(1)
    expect(await count('showDraft=1&showDraft=0')).toBe(0)
    expect(await count('showDraft=0&showDraft=1')).toBe(1)
    expect(await count('showDraft[]=1&showDraft[a]=1&ShowDraft=1&__proto__=1&constructor=1')).toBe(0)
    expect(await count(`x=${'y'.repeat(12_000)}`)).toBe(0)
    expect(await count(Array.from({ length: 1000 }, (_, i) => `p${i}=${i}`).join('&'))).toBe(0)
  })

  it('answers 413 to 10 MB, whole or in chunks, without keeping them', async ({ skip }) => {
    skip(!TELLS_MEMORY, 'the system does not tell how much memory a process had')
    const settings = { FASTI_DATA: await dataFolder(), FASTI_BATCH_INTERVAL_MS: '0' }
    const service = await startService(settings)
    const club = await commandLinePublisher(settings, service.url)
    const peak = () => peakMemory(service.pid)
    const body = Buffer.alloc(MEGABYTES * 1_000_000, 'x')
    const address = target(club, '/batch/events', body)
    const upload = async (head: string, ...parts: (string | Buffer)[]) => {
      const line = `POST ${address} HTTP/1.1\r\nHost: localhost\r\n`
      const { status, text } = await sendRaw(service.url, `${line}${head}\r\n\r\n`, ...parts)
      expect(status).toBe(413)
      expect(text).toMatch(/^connection: close\r$/m)
      expect(text).toContain('{"status":"413","statusLong":"Payload Too Large"}')
    }
    const whole = () => upload(`Content-Length: ${body.length}`, body)
    const chunked = () =>
      upload('Transfer-Encoding: chunked', `${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n')
    await Promise.all([whole(), chunked()])
    const before = peak()
    const uploads = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? whole() : chunked()))
    await Promise.all(uploads)
    // 1 GB is uploaded. A busy machine's collector leaves far less than a third of it for later.
    expect(peak() - before).toBeLessThan((uploads.length * MEGABYTES) / 3)
    expect((await send(`${service.url}/healthz`)).status).toBe(200)
  })
})
