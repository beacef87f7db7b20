import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The website of a cup, on this machine: a source for the demo. */
export interface CupSite extends AsyncDisposable {
  /** The address of its calendar file. */
  url: string
  /** Serves a calendar file, in a version of its own. */
  serve(text: string): void
  /** Responds with a status in place of the file. */
  refuse(status: number): void
}

/** Starts the website on a free port. It does not keep the process alive. */
export async function startCupSite(): Promise<CupSite> {
  let version = 0
  let answer = { status: 404, text: '' }
  const server = createServer((req, res) => {
    const etag = `"${version}"`
    if (answer.status !== 200) res.writeHead(answer.status).end()
    else if (req.headers['if-none-match'] === etag) res.writeHead(304, { etag }).end()
    else res.writeHead(200, { etag, 'content-type': 'text/calendar; charset=utf-8' }).end(answer.text)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/coast-cup.ics`,
    serve: (text) => {
      version++
      answer = { status: 200, text }
    },
    refuse: (status) => {
      answer = { status, text: '' }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
