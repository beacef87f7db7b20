import { type IncomingHttpHeaders, request } from 'node:http'

/** An answer as it came over the wire: nothing is decompressed. */
export interface WireAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Asks on a connection of its own, with these headers and no others. */
export async function rawGet(url: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<WireAnswer>((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    asked.on('error', reject).end()
  })
}
