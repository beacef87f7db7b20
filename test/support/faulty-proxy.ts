import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** The proxy's way to handle one request. */
export type Fault =
  /** Passes it on, and its answer back. */
  | 'pass'
  /** Passes it on, and closes the connection in place of the answer. */
  | 'lose-answer'
  /** Closes the connection without passing it on. */
  | 'lose-request'
  /** Answers itself. */
  | { status: number; headers?: Record<string, string>; body?: string }

export interface PassedRequest {
  method: string
  /** Without the query. */
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export interface FaultyProxy {
  url: string
  /** All that came, in order. */
  requests: PassedRequest[]
  /** Decides how the next request is handled; may be replaced. */
  choose: (request: PassedRequest, count: number) => Fault | Promise<Fault>
}

/** A proxy in front of a server, which does to each request what `choose` says. It ends with the test. */
export async function startFaultyProxy(target: string, choose: FaultyProxy['choose']): Promise<FaultyProxy> {
  const requests: PassedRequest[] = []
  const proxy: FaultyProxy = { url: '', requests, choose }
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    const { method = '', url = '', headers } = req
    const request = { method, path: url.split('?')[0]!, headers, body: (await buffer(req)).toString() }
    requests.push(request)
    const fault = await proxy.choose(request, requests.length)
    if (fault === 'lose-request') return void req.socket.destroy()
    if (typeof fault === 'object') return void res.writeHead(fault.status, fault.headers).end(fault.body)
    const { host: _, connection: __, 'transfer-encoding': ___, ...passed } = headers
    const answer = await fetch(target + url, {
      method,
      headers: passed as Record<string, string>,
      ...(request.body && { body: request.body }),
      redirect: 'manual',
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (fault === 'lose-answer') return void req.socket.destroy()
    const kept = [...answer.headers].filter(
      ([name]) => !['connection', 'keep-alive', 'transfer-encoding'].includes(name),
    )
    res.writeHead(answer.status, Object.fromEntries(kept)).end(body)
  }
  const server = createServer((req, res) => void handle(req, res).catch(() => req.socket.destroy()))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}
