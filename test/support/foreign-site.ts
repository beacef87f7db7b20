import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** A publisher's own site, at an origin that is not the service's, as strict as a site can be. */
export interface ForeignSite {
  url: string
  /** Puts a page at a new address; answers that. `csp` is added to the policy, which else lets nothing in. */
  page(body: string, options: { csp: string; head?: string; lang?: string }): string
}

/** One for all tests of a `describe`. */
export function useForeignSite(): ForeignSite {
  const pages = new Map<string, { html: string; csp: string }>()
  let server: Server
  const site: ForeignSite = {
    url: '',
    page(body, { csp, head = '', lang = 'en' }) {
      const path = `/page-${pages.size + 1}`
      const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>City Rugby</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}</head><body><main>${body}</main></body></html>`
      pages.set(path, { html, csp: `default-src 'none'; ${csp}` })
      return site.url + path
    },
  }
  beforeAll(async () => {
    server = createServer((request, response) => {
      const page = pages.get(new URL(request.url!, site.url).pathname)
      // A browser asks for this by itself.
      if (!page) return void response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end()
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': page.csp }
      response.writeHead(200, headers).end(page.html)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    const closed = new Promise((done) => server.close(done))
    server.closeAllConnections()
    await closed
  })
  return site
}
