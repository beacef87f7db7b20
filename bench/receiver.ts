import { freePort } from '../test/support/free-port.ts'
import { type Child, startChild } from './processes.ts'

export interface Receiver extends Child {
  url: string
}

/** A publisher's server in a process of its own, see peers/receiver.ts. */
export async function startReceiver(): Promise<Receiver> {
  const port = await freePort()
  return { ...startChild('bench/peers/receiver.ts', [`${port}`]), url: `http://127.0.0.1:${port}` }
}
