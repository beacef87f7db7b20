import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { limitPendingResponses } from '../../src/http/feeds/pending-responses.ts'
import { serializePipelined } from '../../src/http/pipelining.ts'
import { allowedMs, cutSlowReaders } from '../../src/http/slow-readers.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const LARGE = Buffer.alloc(20_000_000)
const LOG = pino({ level: 'silent' })

/** A server on a port of its own; `ask` connects and sends so many requests at once. */
async function listening(server: Server): Promise<(requests: number) => Promise<Socket>> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return async (requests) => {
    const { port } = server.address() as { port: number }
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(REQUEST.repeat(requests))
    return socket
  }
}

it('begins an answer when the one before is over, in the order of the requests', async () => {
  const begun: ServerResponse[] = []
  const server = createServer((_req, res) => void begun.push(res))
  serializePipelined(server)
  const socket = await (await listening(server))(5)
  let text = ''
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()))
  for (let n = 1; n <= 5; n++) {
    await expect.poll(() => begun.length).toBe(n)
    begun[n - 1]!.end(`answer ${n};`)
  }
  await expect.poll(() => text.match(/answer \d/g)).toEqual([1, 2, 3, 4, 5].map((n) => `answer ${n}`))
})

it('cuts off who sends too many requests ahead, and begins none of them', async () => {
  let begun = 0
  const server = createServer(() => void begun++)
  serializePipelined(server)
  const socket = await (await listening(server))(500)
  socket.resume()
  await once(socket, 'close')
  expect(begun).toBe(1)
})

it('begins nothing for a client that has gone', async () => {
  const begun: ServerResponse[] = []
  const server = createServer((_req, res) => void begun.push(res))
  serializePipelined(server)
  const socket = await (await listening(server))(3)
  await expect.poll(() => begun.length).toBe(1)
  socket.destroy()
  await once(begun[0]!, 'close')
  begun[0]!.end('too late')
  expect(begun).toHaveLength(1)
})

it('cuts off a reader that takes nothing for too long, and no other', async () => {
  let now = 0
  const server = createServer((req, res) => void res.end(req.url === '/' ? LARGE : 'x'))
  cutSlowReaders(server, LOG, () => now, 20)
  const ask = await listening(server)
  const [slow, fast] = [await ask(1), await ask(1)]
  const idle = await ask(0)
  slow.pause()
  let taken = 0
  fast.on('data', (bytes: Buffer) => (taken += bytes.length))
  await expect.poll(() => taken).toBeGreaterThan(LARGE.length)
  const closed: Socket[] = []
  for (const socket of [slow, fast, idle]) socket.on('close', () => closed.push(socket))
  // It may be seen only now that nothing is taken; the bytes left then are counted from there.
  const jumping = setInterval(() => (now += allowedMs(LARGE.length)), 100)
  onTestFinished(() => clearInterval(jumping))
  await expect.poll(() => connectionsOf(server)).toBe(2)
  slow.resume()
  await expect.poll(() => closed).toEqual([slow])
})

function connectionsOf(server: Server): Promise<number> {
  return new Promise((done) => server.getConnections((_error, count) => done(count)))
}

it('gives a minute to anything, and longer to what is large', () => {
  expect(allowedMs(0)).toBe(60_000)
  expect(allowedMs(900_000)).toBe(172_500)
})

it('lets slow readers hold so many bytes, and cuts off the oldest beyond', async () => {
  const pending = limitPendingResponses(45_000_000)
  const shared = Buffer.alloc(20_000_000)
  const bodies = [shared, shared, Buffer.alloc(20_000_000), Buffer.alloc(20_000_000)]
  const held: ServerResponse[] = []
  const server = createServer((_req, res) => {
    const body = bodies[held.push(res) - 1]!
    res.end(body)
    pending.add(body, res)
  })
  const ask = await listening(server)
  const sockets: Socket[] = []
  const begin = async () => {
    const count = held.length
    sockets.push((await ask(1)).pause())
    await expect.poll(() => held.length).toBe(count + 1)
  }
  await begin()
  await begin()
  expect(pending.bytes).toBe(20_000_000)
  await begin()
  expect(pending.bytes).toBe(40_000_000)
  expect(held.map(({ destroyed }) => destroyed)).toEqual([false, false, false])
  await begin()
  // The two oldest have the same buffer: it is held until both are gone.
  expect(held.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false])
  expect(pending.bytes).toBe(40_000_000)
  for (const socket of sockets) socket.resume()
  await expect.poll(() => pending.bytes).toBe(0)
})
