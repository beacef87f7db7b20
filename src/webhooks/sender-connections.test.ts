import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, vi } from 'vitest'
import { makeCertificate } from '../../test/support/certificate.ts'
import { listen, startFaultyReceiver } from '../../test/support/faulty-receiver.ts'
import { BODY, drip, HEADERS, pour, sendTo, testSender, text } from '../../test/support/test-sender.ts'

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
    // Nobody but this test's resolver knows this name.
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

  it('does not wait for a name server beyond its time', async () => {
    await using sender = testSender({ timeoutMs: 50, resolve: () => new Promise(() => {}) })
    const result = await sender.send('http://receiver.example/', HEADERS, BODY)
    expect(result.error).toBe('timed out')
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
  it.each([
    ['closed', (socket: Socket) => socket.end()],
    ['closed within the headers', text('HTTP/1.1 200 OK\r\nContent-')],
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
  ])('are %s by a receiver without an answer', async (_, answer) => {
    const { result } = await sendTo(answer)
    const error = 'connection closed without an answer'
    expect(result).toMatchObject({ ok: false, status: null, error, answer: '' })
  })

  it('are refused where nobody listens', async () => {
    const receiver = await startFaultyReceiver(() => {})
    await receiver[Symbol.asyncDispose]()
    await using sender = testSender()
    expect(await sender.send(receiver.url, {}, '')).toMatchObject({ ok: false, error: 'connection refused' })
  })

  it.each([
    ['hangs', () => {}],
    ['drips its status', drip('HTTP/1.1 200 OK\r\n'.padEnd(1000, 'x'))],
    ['drips interim answers', drip('HTTP/1.1 103 Early Hints\r\n\r\n')],
  ])('end with the time of a receiver that %s', async (_, answer) => {
    const { result } = await sendTo(answer, { timeoutMs: 300 })
    expect(result).toMatchObject({ ok: false, status: null, error: 'timed out' })
    expect(result.durationMs).toBeGreaterThanOrEqual(299)
  })

  it('are used again and given up after an idle second', async () => {
    await using receiver = await listen(createServer((_, response) => response.end('ok')))
    await using sender = testSender()
    for (let i = 0; i < 10; i++) await sender.send(receiver.url, HEADERS, BODY)
    // undici opens a second one while the first comes to rest.
    expect(receiver.connections).toBeLessThanOrEqual(2)
    expect(receiver.open.size).toBe(receiver.connections)
    await sleep(300)
    expect(receiver.open.size).toBe(receiver.connections)
    await vi.waitFor(() => expect(receiver.open.size).toBe(0), 30_000)
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
      await vi.waitFor(() => expect(receiver.open.size).toBe(0), 30_000)
    }
    await Promise.all(faults.map(meet))
    await vi.waitFor(() => expect(openSockets()).toBe(before), 30_000)
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
