import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import type { App } from '../http/server.ts'

/** The process ends within this time after a signal. */
export const STOP_MS = 10_000
/** Requests have this long to finish. */
const GRACE_MS = 9000
/** Time to read the requests that had arrived before the signal. */
const SETTLE_MS = 100
/** When the process exits even if something, such as a database, does not respond. */
const EXIT_MS = STOP_MS - 200

/** Resolves with the first signal to stop. Later ones are ignored: npm and terminals send it twice. */
export function stopSignal(): Promise<string> {
  return new Promise((stop) => {
    for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => stop(name))
  })
}

/** Exits if stopping takes too long. Acknowledged requests are stored; only counts can be lost. */
export function endInTime({ log }: AppContext): void {
  setTimeout(() => {
    log.warn('stopping took too long: the process exits')
    process.exit(0)
  }, EXIT_MS).unref()
}

/** Closes the server and waits for current requests. */
export async function close(app: App, { log }: AppContext): Promise<void> {
  await sleep(SETTLE_MS)
  // A connection that is busy when the server closes would stay open after its response.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => {
    log.warn('open connections were closed')
    app.server.closeAllConnections()
  }, GRACE_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(deadline)
}
