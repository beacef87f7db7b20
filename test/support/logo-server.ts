import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { type FaultyReceiver, listen } from './faulty-receiver.ts'

/** Somebody's web server with pictures. */
export interface LogoServer {
  /** By path: the bytes of a picture, or a function that responds. */
  files: Map<string, Buffer | ((response: ServerResponse) => void)>
  /** Paths that were asked for. */
  asked: string[]
  at(path: string): string
}

/** One for all tests of a `describe`. */
export function useLogoServer(): LogoServer {
  const files: LogoServer['files'] = new Map()
  const asked: string[] = []
  let receiver: FaultyReceiver
  beforeAll(async () => {
    const server = createServer((request, response) => {
      asked.push(request.url!)
      const file = files.get(request.url!)
      if (typeof file === 'function') return file(response)
      response.writeHead(file ? 200 : 404, { 'content-type': 'text/html' }).end(file)
    })
    receiver = await listen(server)
  })
  afterAll(() => receiver[Symbol.asyncDispose]())
  return { files, asked, at: (path) => `http://127.0.0.1:${receiver.port}${path}` }
}
