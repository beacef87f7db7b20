import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { signMd5 } from '../src/signing/signature.ts'
import type { Publisher, Service } from './service.ts'

/** Far below the 50 that a key may send: after a pause those that are late come all at once. */
const PER_SECOND_AND_READER = 20

const agent = new Agent({ keepAlive: true })

/** A publisher that reads one path again and again. */
export interface Reader {
  publisher: Publisher
  path: string
}

/** The path of a signed request, with its signature in the query. */
export function signedPath(
  { url }: Service,
  { apiKey, secret }: Publisher,
  path: string,
  body: string,
): string {
  const address = new URL(path, url)
  address.searchParams.append('apiKey', apiKey)
  const signed = { query: [...address.searchParams], body: Buffer.from(body) }
  address.searchParams.append('apiSign', signMd5(secret, signed))
  return address.pathname + address.search
}

/** Sends a signed request, whose path may have a query; the answer has to have the status 200. */
export async function signedRequest(
  service: Service,
  publisher: Publisher,
  method: string,
  path: string,
  input?: object,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what comes back differs from operation to operation
): Promise<any> {
  const body = input ? JSON.stringify(input) : ''
  const sent = request(service.url + signedPath(service, publisher, path, body), { agent, method })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const answer = await text(response)
  if (response.statusCode !== 200) throw new Error(`${method} ${path} answered ${answer}`)
  return JSON.parse(answer)
}

/**
 * Lets readers send signed GETs at a steady rate while `work` is under way; answers the milliseconds each took
 * from when it was to be sent, so that one that holds up the next is counted for both.
 */
export async function timeGets(
  service: Service,
  readers: Reader[],
  work: Promise<unknown>,
): Promise<number[]> {
  let done = false
  const finished = work.finally(() => (done = true))
  const times: number[] = []
  const underWay: Promise<void>[] = []
  const start = performance.now()
  for (let sent = 0; !done; sent++) {
    const planned = start + (sent * 1000) / (PER_SECOND_AND_READER * readers.length)
    await Promise.race([sleep(Math.max(0, planned - performance.now())), finished])
    if (done) break
    const { publisher, path } = readers[sent % readers.length]!
    const get = signedRequest(service, publisher, 'GET', path)
    underWay.push(get.then(() => void times.push(performance.now() - planned)))
  }
  await Promise.all([finished, ...underWay])
  return times
}
