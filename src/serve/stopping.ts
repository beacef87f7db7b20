import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import type { App } from '../http/server.ts'

/** Within this time of a signal all has ended. */
export const STOP_MS = 10_000
/** What is under way gets this long to finish. */
const GRACE_MS = 9000
/** Requests that had arrived by the signal are read in this time, and so are under way too. */
const SETTLE_MS = 100
/** What still runs then, such as a database that does not answer, is not waited for. */
const LAST_MS = STOP_MS - 200

/** The first signal to stop. More of them change nothing: npm and terminals send them twice. */
export function stopSignal(): Promise<string> {
  return new Promise((stop) => {
    for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => stop(name))
  })
}

/** Ends this process when it takes too long. What was acknowledged is stored; what is lost is counts. */
export function endInTime({ log }: AppContext): void {
  setTimeout(() => {
    log.warn('what took too long to stop was cut off')
    process.exit(0)
  }, LAST_MS).unref()
}

/** Lets nobody else in, and waits for what is under way. */
export async function close(app: App, { log }: AppContext): Promise<void> {
  await sleep(SETTLE_MS)
  // A connection that was busy when the server closed stays open after its answer, for a next request.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => {
    log.warn('connections that did not end were cut off')
    app.server.closeAllConnections()
  }, GRACE_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(deadline)
}
