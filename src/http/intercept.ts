import type { IncomingMessage, Server, ServerResponse } from 'node:http'

type Listener = (this: void, req: IncomingMessage, res: ServerResponse) => void

/** Puts `handle` in front of all that listens to requests so far; that is reached by `goOn`. */
export function interceptRequests(
  server: Server,
  handle: (req: IncomingMessage, res: ServerResponse, goOn: () => void) => void,
): void {
  const listeners = server.listeners('request') as Listener[]
  server.removeAllListeners('request')
  server.on('request', (req: IncomingMessage, res: ServerResponse) =>
    handle(req, res, () => listeners.forEach((listener) => listener(req, res))),
  )
}
