import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A server on 127.0.0.1 that does to its clients whatever a test wants. */
export interface FaultyReceiver extends AsyncDisposable {
  port: number
  /** `http://127.0.0.1:<port>/hook` */
  url: string
  /** Data that came in, one text for each read; only `startFaultyReceiver` fills it. */
  received: string[]
  /** Connections it ever had. */
  connections: number
  /** Those that are still open. */
  open: Set<Socket>
}

/** One that `answer` is called for each time something came in. */
export async function startFaultyReceiver(answer: (socket: Socket) => void): Promise<FaultyReceiver> {
  const server = createServer()
  const receiver = await listen(server)
  server.on('connection', (socket: Socket) => {
    socket.on('data', (data) => {
      receiver.received.push(data.toString())
      answer(socket)
    })
  })
  return receiver
}

/** Makes a receiver of any server, also of one from `node:http` or `node:https`. */
export async function listen(server: Server): Promise<FaultyReceiver> {
  const open = new Set<Socket>()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/hook`
  const receiver: FaultyReceiver = {
    port,
    url,
    received: [],
    connections: 0,
    open,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
  server.on('connection', (socket: Socket) => {
    receiver.connections++
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {}) // clients may break off at any time
  })
  return receiver
}
