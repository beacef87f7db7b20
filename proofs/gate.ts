import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server on this machine, which can be cut and led to another one: what stands in front of a database. */
export interface Gate {
  port: number
  /** Leads new connections to this port. */
  lead(port: number): void
  /** Closes all connections, and takes no others until `lead`. */
  cut(): void
  close(): Promise<void>
}

export async function openGate(to: number): Promise<Gate> {
  let target: number | undefined = to
  const open = new Set<Socket>()
  const server = createServer((client) => {
    if (target === undefined) return void client.destroy()
    const upstream = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    target = undefined
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    lead: (port) => (target = port),
    cut,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
