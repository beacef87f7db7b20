import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { signMd5 } from '../src/signing/signature.ts'
import type { EventRecord } from './events.ts'
import type { Publisher } from './service.ts'

/** Records in a batch. */
export const BATCH = 1000

/** Sends signed batches one after the other on one connection. */
export interface BatchClient extends Disposable {
  /** Milliseconds from the first byte sent to the last one received. Throws unless every record was added. */
  post(records: EventRecord[]): Promise<number>
  /** The same for records that are stored already: none may be added. */
  postAgain(records: EventRecord[]): Promise<number>
}

export function createBatchClient(url: string, { apiKey, secret }: Publisher): BatchClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  async function send(records: EventRecord[], expected: number): Promise<number> {
    const body = Buffer.from(JSON.stringify({ type: 'private', events: records }))
    const apiSign = signMd5(secret, { query: [['apiKey', apiKey]], body })
    const started = performance.now()
    const sent = request(`${url}/apiv2/batch/events?apiKey=${apiKey}&apiSign=${apiSign}`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const answer = await text(response)
    const elapsed = performance.now() - started
    const { added } = JSON.parse(answer) as { added?: number }
    if (added !== expected) throw new Error(`the service answered ${answer.slice(0, 300)}`)
    return elapsed
  }

  return {
    post: (records) => send(records, records.length),
    postAgain: (records) => send(records, 0),
    [Symbol.dispose]: () => agent.destroy(),
  }
}
