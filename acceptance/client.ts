import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const PARALLEL = 8

export interface Client {
  call<Answer>(method: string, path: string, query?: Record<string, string>, body?: unknown): Promise<Answer>
  /** The number of requests sent, and how many got a 429. */
  readonly counts: { calls: number; waits: number }
}

/** An API client as a publisher would write it: it signs each request and waits after a 429. */
export function createClient(url: string, { apiKey, secret }: { apiKey: string; secret: string }): Client {
  const counts = { calls: 0, waits: 0 }
  async function call<Answer>(method: string, path: string, query = {}, body?: unknown): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body)
    const signed = new URLSearchParams({ ...query, apiKey })
    signed.set('apiSign', sign(secret, signed, text))
    for (;;) {
      counts.calls++
      const base = /^\/(admin|w)\//.test(path) ? url : `${url}/apiv2`
      const response = await fetch(`${base}${path}?${signed.toString()}`, {
        method,
        ...(text && { body: text }),
      })
      const answer = await response.text()
      if (response.ok) return JSON.parse(answer) as Answer
      const wait = Number(response.headers.get('retry-after') ?? NaN)
      if (response.status !== 429 || !(wait > 0)) {
        throw new Error(`${method} ${path} was answered ${response.status} ${answer}`)
      }
      counts.waits++
      await sleep(wait * 1000)
    }
  }
  return { call, counts }
}

/** `apiSign`: the MD5 of the secret, the query's keys and values in the order of the keys, and the body. */
function sign(secret: string, query: URLSearchParams, body: string): string {
  const pairs = [...query].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const text = secret + pairs.flat().join('') + body
  return createHash('md5').update(text).digest('hex')
}

/** Runs an action for each item, a few at once. The results are in the order of the items. */
export async function each<Item, Result>(
  items: Item[],
  action: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await action(item, index)
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return results
}
