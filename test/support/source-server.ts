import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listen } from './faulty-receiver.ts'

/** An address whose content a test decides. It keeps to RFC 9110: who knows the version gets 304. */
export interface SourceServer extends AsyncDisposable {
  url: string
  /** The headers of the requests so far. */
  requests: IncomingHttpHeaders[]
  /** Statuses of its responses so far. */
  statuses: number[]
  /** Serves this content, in a version of its own. */
  serve(text: string, type?: string): void
  /** Responds with a status in place of the content. */
  refuse(status: number, headers?: Record<string, string>): void
  /** Leaves requests without a response until the returned function is called. */
  hold(): () => void
}

export async function startSourceServer(): Promise<SourceServer> {
  const requests: IncomingHttpHeaders[] = []
  const statuses: number[] = []
  let version = 0
  let answer: { status: number; text: string; headers: Record<string, string> } = {
    status: 404,
    text: '',
    headers: {},
  }
  let held: Promise<void> | undefined
  const server = createServer((req, res) => {
    requests.push(req.headers)
    const respond = () => {
      const { etag } = answer.headers
      const isKnown = answer.status === 200 && etag !== undefined && req.headers['if-none-match'] === etag
      const status = isKnown ? 304 : answer.status
      statuses.push(status)
      res.writeHead(status, answer.headers).end(isKnown ? '' : answer.text)
    }
    if (held) void held.then(respond)
    else respond()
  })
  const { port, [Symbol.asyncDispose]: close } = await listen(server)
  return {
    url: `http://127.0.0.1:${port}/season.ics`,
    requests,
    statuses,
    serve(text, type = 'text/calendar') {
      const etag = `"v${++version}"`
      answer = { status: 200, text, headers: { etag, 'content-type': type } }
    },
    refuse(status, headers = {}) {
      answer = { status, text: 'no', headers }
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    [Symbol.asyncDispose]: close,
  }
}
