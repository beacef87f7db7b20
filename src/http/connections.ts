import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { countedWarning } from '../counted-warning.ts'
import { networkOf } from './network-of.ts'

export interface ConnectionLimits {
  most: number
  /** Connections of one address; 0 for no limit, because all come from the proxy in front. */
  perAddress: number
}

/** Idle connections are closed above this share of the limit. */
const CROWDED = 0.8
const TIDY_EVERY_MS = 1000

/**
 * Limits the number of connections. Idle ones are closed first; beyond the limit, new ones are closed at
 * once.
 */
export function limitConnections(server: Server, { most, perAddress }: ConnectionLimits, log: Logger): void {
  server.maxConnections = most
  const byAddress = new Map<string, number>()
  let open = 0
  let tidiedAt = 0
  const warnClosed = countedWarning((closed) =>
    log.warn({ closed, open }, 'too many connections, new ones are closed'),
  )

  server.on('connection', (socket: Socket) => {
    open++
    const address = networkOf(socket.remoteAddress ?? '')
    const ofAddress = (byAddress.get(address) ?? 0) + 1
    byAddress.set(address, ofAddress)
    socket.once('close', () => {
      open--
      const left = byAddress.get(address)! - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
    if (perAddress > 0 && ofAddress > perAddress) {
      socket.destroy()
      return warnClosed()
    }
    if (open > most * CROWDED) tidy()
  })
  server.on('drop', () => {
    tidy()
    warnClosed()
  })

  function tidy(): void {
    const now = performance.now()
    if (now - tidiedAt < TIDY_EVERY_MS) return
    tidiedAt = now
    server.closeIdleConnections()
  }
}
