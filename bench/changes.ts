import { setTimeout as sleep } from 'node:timers/promises'
import type { Publisher, Service } from './service.ts'
import { signedRequest } from './signed-requests.ts'

let changes = 0

/** Changes an event by the API, and answers what its name is now. */
export async function changeEvent(service: Service, publisher: Publisher, eventId: string): Promise<string> {
  const name = `Kick-off moved for the ${++changes}. time`
  await signedRequest(service, publisher, 'PUT', `/apiv2/event/${eventId}`, { name })
  return name
}

/** Changes an event again and again until it is stopped. */
export function keepChanging(
  service: Service,
  publisher: Publisher,
  eventId: string,
  everyMs: number,
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  async function change(): Promise<void> {
    while (!stopping.signal.aborted) {
      await changeEvent(service, publisher, eventId)
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const changing = change()
  // `stop` throws the error again; unhandled here, it would end the process first.
  changing.catch(() => stopping.abort())
  return {
    async stop() {
      stopping.abort()
      await changing
    },
  }
}
