import { describe, expect, it, vi } from 'vitest'
import { startFaultyReceiver } from '../../test/support/faulty-receiver.ts'
import { BODY, drip, HEADERS, pour, sendTo, testSender, text } from '../../test/support/test-sender.ts'

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

describe('a faulty answer', () => {
  it.each([
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
