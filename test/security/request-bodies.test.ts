import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { peakMemory, TELLS_MEMORY } from '../support/memory-of.ts'
import { commandLinePublisher, dataFolder, type Settings, startService } from '../support/service-process.ts'
import { record, type TestPublisher } from '../support/test-publisher.ts'

async function start(over: Settings = {}) {
  const settings = { FASTI_DATA: await dataFolder(), FASTI_BATCH_INTERVAL_MS: '0', ...over }
  const service = await startService(settings)
  return { service, club: await commandLinePublisher(settings, service.url) }
}

/** Begins a request whose body is still to come. */
async function post(club: TestPublisher, url: string, header: string): Promise<Socket> {
  const { port, host, pathname, search } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(
    `POST ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${header}\r\n\r\n`,
  )
  return socket
}

it('reads a body that comes octet by octet, in no more memory than its length', async ({ skip }) => {
  skip(!TELLS_MEMORY, 'the system does not tell how much memory a process had')
  const { service, club } = await start()
  const { svcId } = await club.subscriber()
  const body = JSON.stringify({
    type: 'private',
    events: Array.from({ length: 400 }, () => record(svcId, { details: 'x'.repeat(500) })),
  })
  const before = peakMemory(service.pid)
  const socket = await post(club, club.signedUrl('/batch/events', body), 'Transfer-Encoding: chunked')
  socket.write(`${[...body].map((octet) => `1\r\n${octet}\r\n`).join('')}0\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 207 [\s\S]*"added":400,/)
  // An object for each of 300,000 pieces would be 130 MB.
  expect(peakMemory(service.pid) - before).toBeLessThan(60)
})

it('cuts off the oldest of those who begin large bodies and do not end them', async ({ skip }) => {
  skip(!TELLS_MEMORY, 'the system does not tell how much memory a process had')
  const { service, club } = await start()
  const { svcId } = await club.subscriber()
  const before = peakMemory(service.pid)
  const url = club.signedUrl('/batch/events')
  const closed: number[] = []
  for (let n = 0; n < 200; n++) {
    const socket = await post(club, url, 'Content-Length: 1000000')
    socket.once('close', () => closed.push(n)).resume()
    socket.write(Buffer.alloc(990_000, ' '))
  }
  await expect.poll(() => closed.length).toBe(200 - 64)
  expect(closed.every((n) => n < 200 - 64)).toBe(true)
  const sent = await club.post('/batch/events', { type: 'private', events: [record(svcId)] })
  expect(sent.body).toMatchObject({ added: 1 })
  expect(service.log.some(({ msg }) => msg.includes('were cut off'))).toBe(true)
  expect(peakMemory(service.pid) - before).toBeLessThan(200)
})

it('cuts off whoever sends most at once, and not the uploads of others that began before', async () => {
  const { club } = await start({ FASTI_TRUST_PROXY: '1' })
  const { svcId } = await club.subscriber()
  const body = JSON.stringify({
    type: 'private',
    events: Array.from({ length: 400 }, () => record(svcId, { details: 'x'.repeat(500) })),
  })
  const half = body.length / 2
  const length = `Content-Length: ${body.length}`
  const upload = await post(
    club,
    club.signedUrl('/batch/events', body),
    `${length}\r\nX-Forwarded-For: 203.0.113.1`,
  )
  upload.write(body.slice(0, half))

  // Strangers need no key: the body of a form is read too. All of these are of one /64.
  const url = `${club.url}/w/${club.widgetId}/subscribe`
  const closed: number[] = []
  for (let n = 0; n < 600; n++) {
    const from = `X-Forwarded-For: 2001:db8:1:2::${n.toString(16)}`
    const socket = await post(club, url, `Content-Length: 256000\r\n${from}`)
    socket.once('close', () => closed.push(n)).resume()
    socket.write(Buffer.alloc(250_000, ' '))
  }
  // They hold 64 MB without the half upload.
  const left = Math.floor((64_000_000 - body.length) / 256_000)
  await expect.poll(() => closed.length).toBe(600 - left)
  expect(closed.every((n) => n < 600 - left)).toBe(true)
  expect(upload.destroyed).toBe(false)
  upload.write(body.slice(half))
  expect(await text(upload)).toMatch(/^HTTP\/1\.1 207 [\s\S]*"added":400,/)
})
