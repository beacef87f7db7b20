import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startFaultyReceiver } from '../../test/support/faulty-receiver.ts'
import { drip, pour, text } from '../../test/support/test-sender.ts'
import { fetchFile, type FetchOptions } from './fetch-file.ts'

const MAX_BYTES = 100_000

/** Fetches once from a server with this behaviour. */
async function fetchFrom(answer: (socket: Socket) => void, options: Partial<FetchOptions> = {}) {
  await using server = await startFaultyReceiver(answer)
  const file = await fetchFile(server.url, {
    ...{ allowPrivate: true, maxBytes: MAX_BYTES, timeoutMs: 30_000 },
    ...options,
  })
  return { file, server }
}

const ok = (body: string) => text(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)

/** Sends a head and then a piece over and over. */
const thenPour = (head: string, piece: string) => (socket: Socket) => {
  socket.write(head)
  pour(piece)(socket)
}

describe('a file', () => {
  it('is fetched with few request headers', async () => {
    const { file, server } = await fetchFrom(ok('bytes'))
    expect(file.bytes?.toString()).toBe('bytes')
    expect(server.received.join('').trim().split('\r\n').sort()).toEqual([
      'GET /hook HTTP/1.1',
      'accept: image/png, image/jpeg',
      'connection: keep-alive',
      `host: 127.0.0.1:${server.port}`,
      'user-agent: Fasti/1',
    ])
  })

  it.each([
    ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n'],
    ['until the end', 'HTTP/1.0 200 OK\r\n\r\nabc'],
    ['after a hint', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc'],
  ])('is fetched %s', async (_, answer) => {
    expect((await fetchFrom(text(answer))).file.bytes?.toString()).toBe('abc')
  })

  it('may have exactly the maximum size', async () => {
    expect((await fetchFrom(ok('x'.repeat(MAX_BYTES)))).file.bytes?.length).toBe(MAX_BYTES)
  })

  it.each([301, 302, 303, 307, 308])('is not fetched from a redirect: %i', async (status) => {
    await using target = await startFaultyReceiver(ok('secret'))
    const { file } = await fetchFrom(text(`HTTP/1.1 ${status} Moved\r\nLocation: ${target.url}\r\n\r\n`))
    expect(file).toMatchObject({ reason: `answered ${status}, redirects are not followed` })
    expect(target.connections).toBe(0)
  })

  it.each([
    ['204 No Content', 'answered 204'],
    ['206 Partial Content', 'answered 206'],
    ['403 Forbidden', 'answered 403'],
    ['404 Not Found', 'answered 404'],
    ['500 Internal Server Error', 'answered 500'],
  ])('is refused: %s', async (line, reason) => {
    expect((await fetchFrom(text(`HTTP/1.1 ${line}\r\n\r\n`))).file).toMatchObject({ reason })
  })

  it.each<[string, (socket: Socket) => void, string]>([
    [
      'breaks off',
      text('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ncut'),
      'connection closed without an answer',
    ],
    ['is no HTTP', text('220 mail.example.com ESMTP\r\n'), 'answer is not HTTP'],
    ['never answers', () => {}, 'timed out'],
    ['drips its head', drip('HTTP/1.1 200 OK\r\nX-Slow: '), 'timed out'],
    [
      'drips its body',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        drip('x')(socket)
      },
      'timed out',
    ],
    ['pours headers', thenPour('HTTP/1.1 200 OK\r\n', 'X-More: yes\r\n'), 'answer has too many headers'],
    ['pours hints', thenPour('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), 'answer too long'],
  ])('is refused from a server that %s', async (_, answer, reason) => {
    // All others end by what they are, however slow the machine is.
    const { file } = await fetchFrom(answer, reason === 'timed out' ? { timeoutMs: 1500 } : {})
    expect(file).toEqual({ reason })
  })

  it.each([
    ['that says how large it is', 'HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n', 'x'.repeat(65_536)],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
      `10000\r\n${'x'.repeat(65_536)}\r\n`,
    ],
    ['without an end', 'HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(65_536)],
  ])('of 100 MB is left after its limit: one %s', async (_, head, piece) => {
    await using server = await startFaultyReceiver(thenPour(head, piece))
    const options = { allowPrivate: true, maxBytes: MAX_BYTES }
    const { bytes } = await fetchFile(server.url, options)
    expect(bytes!.length).toBeGreaterThan(MAX_BYTES)
    expect(bytes!.length).toBeLessThan(MAX_BYTES + 1_000_000)
    await expect.poll(() => server.open.size).toBe(0)
  })

  it('leaves no connection open', async () => {
    await using server = await startFaultyReceiver((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
    )
    await fetchFile(server.url, { allowPrivate: true, maxBytes: MAX_BYTES })
    await expect.poll(() => server.open.size).toBe(0)
  })
})

describe('private networks', () => {
  it('are not reached by address', async () => {
    const { file, server } = await fetchFrom(ok('secret'), { allowPrivate: false })
    expect(file).toEqual({ reason: 'address not allowed' })
    expect(server.connections).toBe(0)
  })

  it.each([[['127.0.0.1']], [['93.184.216.34', '127.0.0.1']], [['::ffff:127.0.0.1']], [['169.254.169.254']]])(
    'are not reached by a name that leads to %s',
    async (addresses) => {
      await using server = await startFaultyReceiver(ok('secret'))
      const url = `http://logos.example:${server.port}/logo.png`
      const resolve = async () => addresses
      const file = await fetchFile(url, {
        allowPrivate: false,
        maxBytes: MAX_BYTES,
        timeoutMs: 1500,
        resolve,
      })
      expect(file).toEqual({ reason: 'address not allowed' })
      expect(server.connections).toBe(0)
    },
  )

  it('with a name that never resolves time out', async () => {
    const resolve = () => new Promise<string[]>(() => {})
    const options = { allowPrivate: false, maxBytes: MAX_BYTES, timeoutMs: 300, resolve }
    expect(await fetchFile('http://logos.example/', options)).toEqual({ reason: 'timed out' })
  })
})
