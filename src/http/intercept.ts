import type { IncomingMessage, Server, ServerResponse } from 'node:http'

type Listener = (this: void, req: IncomingMessage, res: ServerResponse) => void

/** Calls `handle` before the present listeners of `request`, which run when it calls `next`. */
export function interceptRequests(
  server: Server,
  handle: (req: IncomingMessage, res: ServerResponse, next: () => void) => void,
): void {
  const listeners = server.listeners('request') as Listener[]
  server.removeAllListeners('request')
  server.on('request', (req: IncomingMessage, res: ServerResponse) =>
    handle(req, res, () => listeners.forEach((listener) => listener(req, res))),
  )
}
