import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, vi } from 'vitest'
import { makeCertificate } from '../../test/support/certificate.ts'
import { listen, startFaultyReceiver } from '../../test/support/faulty-receiver.ts'
import { createSender, type Sender, type SenderOptions } from './sender.ts'

const BODY = '{"svcId":"5924fd21608e3beb118b4567","first_name":"Zoé"}'
const HEADERS = { 'content-type': 'application/json', 'webhook-id': 'msg_1' }

/** A sender that may reach this machine and loses its patience soon. */
function testSender(options: Partial<SenderOptions> = {}): Sender & AsyncDisposable {
  const sender = createSender({ allowPrivate: true, timeoutMs: 3000, ...options })
  return { ...sender, [Symbol.asyncDispose]: () => sender.close() }
}

/** Posts once to a receiver that answers so. */
async function sendTo(answer: (socket: Socket) => void, options: Partial<SenderOptions> = {}) {
  await using receiver = await startFaultyReceiver(answer)
  await using sender = testSender(options)
  const result = await sender.send(receiver.url, HEADERS, BODY)
  return { result, receiver }
}

const text = (answer: string) => (socket: Socket) => socket.end(answer)

/** Repeats `piece` until the other side has had enough. */
function pour(piece: string) {
  return (socket: Socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', more)
    more()
  }
}

/** One byte each 20 ms. */
function drip(answer: string) {
  return (socket: Socket) => {
    let at = 0
    const timer = setInterval(() => socket.write(answer[at++ % answer.length]!), 20)
    socket.on('close', () => clearInterval(timer))
  }
}

describe('a delivery', () => {
  it('posts the body with the headers it was given', async () => {
    const { result, receiver } = await sendTo(text('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
    expect(result).toEqual({
      ok: true,
      status: 200,
      error: null,
      answer: 'ok',
      durationMs: expect.any(Number),
    })
    const [head, body] = receiver.received.join('').split('\r\n\r\n')
    expect(body).toBe(BODY)
    expect(head!.split('\r\n').sort()).toEqual([
      'POST /hook HTTP/1.1',
      'connection: keep-alive',
      `content-length: ${Buffer.byteLength(BODY)}`,
      'content-type: application/json',
      `host: 127.0.0.1:${receiver.port}`,
      'webhook-id: msg_1',
    ])
  })

  it.each([
    ['HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
    ['HTTP/1.1 299 Fine\r\nContent-Length: 0\r\n\r\n', 299, ''],
    ['HTTP/1.0 200 OK\r\n\r\nuntil the end', 200, 'until the end'],
    [
      'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\nx',
      201,
      'x',
    ],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n', 200, 'abc'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ncut', 200, 'cut'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\ncut\r\nwhat', 200, 'cut'],
  ])('succeeds: %j', async (answer, status, body) => {
    const { result } = await sendTo(text(answer))
    expect(result).toMatchObject({ ok: true, status, error: null, answer: body })
  })

  it.each([
    ['500 Internal Server Error', 500, 'answered 500'],
    ['404 Not Found', 404, 'answered 404'],
    ['410 Gone', 410, 'answered 410'],
    ['304 Not Modified', 304, 'answered 304, redirects are not followed'],
  ])('fails: %s', async (line, status, error) => {
    const { result } = await sendTo(text(`HTTP/1.1 ${line}\r\n\r\n`))
    expect(result).toMatchObject({ ok: false, status, error })
    expect(result).not.toHaveProperty('retryAfterSeconds')
  })

  it.each([301, 302, 303, 307, 308])('does not follow a redirect: %i', async (status) => {
    await using target = await startFaultyReceiver(text('HTTP/1.1 200 OK\r\n\r\n'))
    const { result } = await sendTo(text(`HTTP/1.1 ${status} Moved\r\nLocation: ${target.url}\r\n\r\n`))
    expect(result).toMatchObject({ ok: false, status })
    expect(target.connections).toBe(0)
  })

  it.each([
    ['429 Too Many Requests', '120', 120],
    ['503 Service Unavailable', '0', 0],
    ['503 Service Unavailable', 'soon', undefined],
    ['500 Internal Server Error', '120', undefined],
    ['200 OK', '120', undefined],
  ])('reads Retry-After: %s, %s', async (line, value, seconds) => {
    const { result } = await sendTo(text(`HTTP/1.1 ${line}\r\nRetry-After: ${value}\r\n\r\n`))
    expect(result.retryAfterSeconds).toBe(seconds)
  })
})

describe('a receiver at fault', () => {
  it.each([
    ['hangs up', '', 'connection closed without an answer'],
    ['hangs up within its headers', 'HTTP/1.1 200 OK\r\nContent-', 'connection closed without an answer'],
    ['answers garbage', 'what?\r\n\r\n', 'answer is not HTTP'],
    ['answers HTTP/0.9', '<html>hello</html>', 'answer is not HTTP'],
    ['is a mail server', '220 mail.example ESMTP\r\n', 'answer is not HTTP'],
    ['sends a bad header', 'HTTP/1.1 200 OK\r\nBad Header: 1\r\n\r\n', 'answer is not HTTP'],
    [
      'changes the protocol',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      'answer is not HTTP',
    ],
    // undici takes no 100 it has not asked for, which RFC 9110 (15.2) would have it skip.
    ['sends 100 unasked', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', 'answer is not HTTP'],
  ])('%s', async (_, answer, error) => {
    const { result } = await sendTo(text(answer))
    expect(result).toMatchObject({ ok: false, status: null, error, answer: '' })
  })

  it('resets the connection', async () => {
    const { result } = await sendTo((socket) => socket.resetAndDestroy())
    expect(result).toMatchObject({ ok: false, error: 'connection closed without an answer' })
  })

  it('does not listen', async () => {
    const receiver = await startFaultyReceiver(() => {})
    await receiver[Symbol.asyncDispose]()
    await using sender = testSender()
    expect(await sender.send(receiver.url, {}, '')).toMatchObject({ ok: false, error: 'connection refused' })
  })

  it.each([
    ['hangs', () => {}],
    ['drips its status', drip('HTTP/1.1 200 OK\r\n'.padEnd(1000, 'x'))],
    ['drips interim answers', drip('HTTP/1.1 103 Early Hints\r\n\r\n')],
  ])('%s, until time is out', async (_, answer) => {
    const { result } = await sendTo(answer, { timeoutMs: 300 })
    expect(result).toMatchObject({ ok: false, status: null, error: 'timed out' })
    expect(result.durationMs).toBeGreaterThanOrEqual(299)
    expect(result.durationMs).toBeLessThan(2000)
  })

  it.each([
    ['HTTP/1.1 200 OK', { ok: true, status: 200, error: null }],
    ['HTTP/1.1 500 No', { ok: false, status: 500, error: 'answered 500' }],
  ])('drips its body: %s counts, and time runs out all the same', async (line, expected) => {
    const slowly = drip('x')
    const { result } = await sendTo(
      (socket) => {
        socket.write(`${line}\r\nContent-Length: 1000\r\n\r\n`)
        slowly(socket)
      },
      { timeoutMs: 300 },
    )
    expect(result).toMatchObject({ ...expected, answer: expect.stringMatching(/^x+$/) })
    expect(result.durationMs).toBeLessThan(2000)
  })

  const tooMany = { ok: false, status: null, error: 'answer has too many headers' }
  const tooLong = { ok: false, status: null, error: 'answer too long' }
  const delivered = { ok: true, status: 200, error: null, answer: '' }
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

  it.each([
    ['headers', 'HTTP/1.1 200 OK\r\n', 'X-Header: value\r\n', tooMany],
    ['one header', 'HTTP/1.1 200 OK\r\nX-Header: ', 'value', tooMany],
    ['spaces', 'HTTP/1.1 200 OK\r\nContent-Length: ', ' ', tooLong],
    ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\n\r\n', tooLong],
    ['a chunk extension', `${chunked}5;name=`, 'value', delivered],
    ['trailers', `${chunked}0\r\n`, 'X-Header: value\r\n', delivered],
  ])('pours %s', async (_, start, piece, expected) => {
    const { result } = await sendTo((socket) => {
      socket.write(start)
      pour(piece.repeat(2000))(socket)
    })
    expect(result).toMatchObject(expected)
    expect(result.durationMs).toBeLessThan(2500)
  })

  it.each(['Content-Length: 100000000', 'Connection: close'])('pours its body: %s', async (header) => {
    await using receiver = await startFaultyReceiver((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`)
      pour('x'.repeat(10_000))(socket)
    })
    await using sender = testSender()
    const result = await sender.send(receiver.url, HEADERS, BODY)
    expect(result).toMatchObject({ ok: true, status: 200, error: null, answer: 'x'.repeat(1024) })
    await vi.waitFor(() => expect(receiver.open.size).toBe(0))
  })

  it('is cut off when enough of the answer was read', async () => {
    const answer = `HTTP/1.1 200 OK\r\nContent-Length: 6000\r\n\r\n${'x'.repeat(3000)}`
    await using receiver = await startFaultyReceiver((socket) => socket.write(answer))
    await using sender = testSender({ maxAnswerBytes: 3000 })
    expect(await sender.send(receiver.url, HEADERS, BODY)).toMatchObject({
      ok: true,
      answer: 'x'.repeat(1024),
    })
    await vi.waitFor(() => expect(receiver.open.size).toBe(0))
    await using patient = testSender({ maxAnswerBytes: 3001, timeoutMs: 200 })
    const { durationMs } = await patient.send(receiver.url, HEADERS, BODY)
    expect(durationMs).toBeGreaterThanOrEqual(199)
  })
})

describe('the answer that is kept', () => {
  it.each([
    ['text', 'Zoé 🏁', 'Zoé 🏁'],
    ['NUL', 'a\0b\0', 'ab'],
    ['bytes that are no text', Buffer.from([0x61, 0xff, 0xfe, 0x62]), 'a��b'],
    ['1 KiB', 'x'.repeat(1025), 'x'.repeat(1024)],
    ['no half character', `${'x'.repeat(1023)}é`, 'x'.repeat(1023)],
    ['1 KiB also of what is no text', Buffer.alloc(2000, 0xff), '�'.repeat(341)],
  ])('%s', async (_, body, kept) => {
    const { result } = await sendTo((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n')
      socket.end(body)
    })
    expect(result.answer).toBe(kept)
    expect(result.answer.isWellFormed()).toBe(true)
  })
})

describe('the guard', () => {
  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '127.1'])(
    'lets nothing through to %s',
    async (host) => {
      await using receiver = await startFaultyReceiver(text('HTTP/1.1 200 OK\r\n\r\n'))
      await using sender = testSender({ allowPrivate: false })
      const result = await sender.send(`http://${host}:${receiver.port}/hook`, HEADERS, BODY)
      expect(result).toMatchObject({ ok: false, status: null, error: 'address not allowed', answer: '' })
      expect(receiver.connections).toBe(0)
    },
  )

  it.each([[['127.0.0.1']], [['93.184.216.34', '127.0.0.1']]])(
    'refuses a name that leads to %s',
    async (found) => {
      await using receiver = await startFaultyReceiver(text('HTTP/1.1 200 OK\r\n\r\n'))
      await using sender = testSender({ allowPrivate: false, resolve: async () => found })
      const result = await sender.send(`http://receiver.example:${receiver.port}/`, HEADERS, BODY)
      expect(result.error).toBe('address not allowed')
      expect(receiver.connections).toBe(0)
    },
  )

  it('resolves a name once for a connection and goes where it was told', async () => {
    await using receiver = await listen(createServer((_, response) => response.end()))
    const resolve = vi.fn(async () => ['127.0.0.1'])
    await using sender = testSender({ resolve })
    // Nobody but the stub knows this name.
    const url = `http://receiver.example:${receiver.port}/hook`
    for (let i = 0; i < 9; i++) expect(await sender.send(url, HEADERS, BODY)).toMatchObject({ ok: true })
    expect(receiver.connections).toBeLessThanOrEqual(2)
    expect(resolve).toHaveBeenCalledTimes(receiver.connections)
    expect(resolve).toHaveBeenCalledWith('receiver.example')
  })

  it('goes on to the next address where one does not answer', async () => {
    await using receiver = await startFaultyReceiver(text('HTTP/1.1 200 OK\r\n\r\n'))
    await using sender = testSender({ resolve: async () => ['::1', '127.0.0.1'] })
    const result = await sender.send(`http://receiver.example:${receiver.port}/`, HEADERS, BODY)
    expect(result).toMatchObject({ ok: true })
  })

  it.each([
    ['ENOTFOUND', 'host name not found'],
    ['ESERVFAIL', 'host name lookup failed'],
  ])('says when a name has no address: %s', async (code, error) => {
    await using sender = testSender({ resolve: () => Promise.reject(Object.assign(new Error(), { code })) })
    expect((await sender.send('http://receiver.example/', HEADERS, BODY)).error).toBe(error)
  })

  // Retried, because a busy machine may be as late as a timer that is not ours.
  it('does not wait for a name server beyond its time', { retry: 2 }, async () => {
    await using sender = testSender({ timeoutMs: 50, resolve: () => new Promise(() => {}) })
    const result = await sender.send('http://receiver.example/', HEADERS, BODY)
    expect(result.error).toBe('timed out')
    expect(result.durationMs).toBeLessThan(200)
  })

  it('does not post after its time, when a name was found late', async () => {
    await using receiver = await startFaultyReceiver(text('HTTP/1.1 200 OK\r\n\r\n'))
    const resolve = () => sleep(100, ['127.0.0.1'])
    await using sender = testSender({ timeoutMs: 50, resolve })
    const result = await sender.send(`http://receiver.example:${receiver.port}/`, HEADERS, BODY)
    expect(result.error).toBe('timed out')
    await sleep(200)
    expect(receiver.received).toEqual([])
  })

  it.each(['file:///etc/passwd', 'not a url', 'http://'])('sends nothing to %s', async (url) => {
    await using sender = testSender()
    expect(await sender.send(url, HEADERS, BODY)).toMatchObject({ ok: false, status: null })
  })
})

describe('TLS', () => {
  /** Posts to `https://receiver.example`, which shows this certificate. */
  async function sendTls(certificate: ReturnType<typeof makeCertificate>, trusted: boolean) {
    await using receiver = await listen(createTlsServer(certificate, (_, response) => response.end('ok')))
    await using sender = testSender({ resolve: async () => ['127.0.0.1'] })
    const roots = getCACertificates()
    if (trusted) setDefaultCACertificates([...roots, certificate.cert])
    const result = await sender.send(`https://receiver.example:${receiver.port}/hook`, HEADERS, BODY)
    setDefaultCACertificates(roots)
    return result
  }
  const host = 'receiver.example'

  it('delivers where the certificate is good', async () => {
    expect(await sendTls(makeCertificate({ host }), true)).toMatchObject({ ok: true, answer: 'ok' })
  })

  it.each([
    ['self-signed', makeCertificate({ host }), false, 'self-signed'],
    ['expired', makeCertificate({ host, from: new Date(0), to: new Date(1e12) }), true, 'expired'],
    ['early', makeCertificate({ host, from: new Date(4e12), to: new Date(5e12) }), true, 'not yet valid'],
    ["another's", makeCertificate({ host: 'other.example' }), true, 'for another name'],
  ])('refuses a certificate that is %s', async (_, certificate, trusted, reason) => {
    const result = await sendTls(certificate, trusted)
    expect(result).toMatchObject({ ok: false, status: null, error: `certificate not valid: ${reason}` })
  })

  it.each([
    ['speaks plain HTTP', text('HTTP/1.1 200 OK\r\n\r\n'), 'TLS failed'],
    ['hangs up', text(''), 'connection closed without an answer'],
    ['hangs', () => {}, 'timed out'],
  ])('fails where the receiver %s', async (_, answer, error) => {
    await using receiver = await startFaultyReceiver(answer)
    await using sender = testSender({ timeoutMs: 300 })
    const result = await sender.send(receiver.url.replace('http', 'https'), HEADERS, BODY)
    expect(result).toMatchObject({ ok: false, status: null, error })
    await vi.waitFor(() => expect(receiver.open.size).toBe(0), 2000)
  })
})

describe('connections', () => {
  it('are used again and given up after an idle second', async () => {
    await using receiver = await listen(createServer((_, response) => response.end('ok')))
    await using sender = testSender()
    for (let i = 0; i < 10; i++) await sender.send(receiver.url, HEADERS, BODY)
    // undici opens a second one while the first comes to rest.
    expect(receiver.connections).toBeLessThanOrEqual(2)
    expect(receiver.open.size).toBe(receiver.connections)
    await sleep(300)
    expect(receiver.open.size).toBe(receiver.connections)
    await vi.waitFor(() => expect(receiver.open.size).toBe(0), 3000)
  })

  it('are replaced when the receiver has closed them', async () => {
    await using receiver = await startFaultyReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      setTimeout(() => socket.destroy(), 5)
    })
    await using sender = testSender()
    for (let i = 0; i < 5; i++) {
      expect(await sender.send(receiver.url, HEADERS, BODY)).toMatchObject({ ok: true })
      await sleep(30)
    }
    expect(receiver.connections).toBe(5)
  })

  it('are not shared by deliveries at the same time: a slow one holds up no other', async () => {
    let requests = 0
    const slowFirst = createServer((_, response) => {
      if (requests++ > 0) response.end()
    })
    await using receiver = await listen(slowFirst)
    await using sender = testSender({ timeoutMs: 300 })
    const send = () => sender.send(receiver.url, HEADERS, BODY)
    const [slow, ...rest] = await Promise.all([send(), send(), send(), send()])
    expect(slow).toMatchObject({ error: 'timed out' })
    for (const result of rest) expect(result).toMatchObject({ ok: true })
  })

  it('are all gone after faults, before the sender is closed', async () => {
    const faults = [() => {}, drip('HTTP/1.1 200'), pour('HTTP/1.1 200 OK\r\n'), text('what?'), text('')]
    await using sender = testSender({ timeoutMs: 200 })
    const before = openSockets()
    const meet = async (fault: (socket: Socket) => void) => {
      await using receiver = await startFaultyReceiver(fault)
      const urls = [receiver.url, receiver.url.replace('http', 'https')]
      const sending = Array.from({ length: 10 }, (_, i) => sender.send(urls[i % 2]!, HEADERS, BODY))
      for (const result of await Promise.all(sending)) expect(result.ok).toBe(false)
      await vi.waitFor(() => expect(receiver.open.size).toBe(0), 3000)
    }
    await Promise.all(faults.map(meet))
    await vi.waitFor(() => expect(openSockets()).toBe(before), 3000)
  })

  it('end when the sender is closed, and what is under way fails', async () => {
    await using receiver = await startFaultyReceiver(() => {})
    const sender = testSender()
    const sending = sender.send(receiver.url, HEADERS, BODY)
    await vi.waitFor(() => expect(receiver.received).not.toEqual([]))
    await sender.close()
    expect(await sending).toMatchObject({ ok: false, status: null, error: 'sender closed' })
    await vi.waitFor(() => expect(receiver.open.size).toBe(0))
    expect(await sender.send(receiver.url, HEADERS, BODY)).toMatchObject({ error: 'sender closed' })
  })
})

/** TCP connections of this process, both ends counted. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
}
