import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createServer as createEmulated } from '@emulators/core'
import { googlePlugin, seedFromConfig } from '@emulators/google'
import { listen } from '../faulty-receiver.ts'
import { type Client } from './state.ts'

/** OAuth as another author understood Google's: Vercel's `@emulators/google`, at an address of this machine. */
export interface EmulatedOAuth extends AsyncDisposable {
  endpoints: { authorize: string; token: string; revoke: string }
}

/**
 * Starts the emulator with one application and these accounts. It checks the client, its redirect address, PKCE and
 * codes. It knows no boxes, no refusal by the person, no `access_type` and no life of tokens, and revokes a token only
 * if it stands in the body.
 */
export async function startEmulatedOAuth(client: Client, emails: string[]): Promise<EmulatedOAuth> {
  const server = createServer((req, res) => {
    void respond(req.url!, req.method!, req.headers as Record<string, string>, buffer(req)).then(
      async (response) => {
        res.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
      },
    )
  })
  const { port, [Symbol.asyncDispose]: close } = await listen(server)
  const url = `http://127.0.0.1:${port}`
  const { app, store } = createEmulated(googlePlugin, { baseUrl: url })
  seedFromConfig(store, url, {
    users: emails.map((email) => ({ email })),
    oauth_clients: [
      { client_id: client.id, client_secret: client.secret, redirect_uris: client.redirectUris },
    ],
  })

  async function respond(
    target: string,
    method: string,
    headers: Record<string, string>,
    body: Promise<Buffer>,
  ) {
    const content = method === 'POST' ? { body: new Uint8Array(await body) } : {}
    return await app.fetch(new Request(url + target, { method, headers, ...content }))
  }

  return {
    endpoints: {
      authorize: `${url}/o/oauth2/v2/auth`,
      token: `${url}/oauth2/token`,
      revoke: `${url}/oauth2/revoke`,
    },
    [Symbol.asyncDispose]: close,
  }
}
