import { afterAll, beforeAll } from 'vitest'
import type { Config } from '../../src/config.ts'
import type { DatabaseKind } from './databases.ts'
import { type FakeGoogle, type GoogleOptions, startGoogle } from './google/start.ts'
import { startTestApp, type TestApp, type TestOptions } from './test-app.ts'

const CALLBACK = 'https://fasti.test/google/callback'

/** The whole service with a worker, on a fresh database, beside a Google of its own. */
export interface GoogleApp {
  app: TestApp
  google: FakeGoogle
}

/** The setting of a Google at another address. Its pace is fast enough for tests, and below its quotas. */
export function googleConfig({ client, endpoints }: FakeGoogle): Config['google'] {
  const { authorize: consent, token, revoke, api, batch } = endpoints
  return {
    ...{ credentials: { clientId: client.id, clientSecret: client.secret }, backOffMs: 20 },
    addresses: { consent, token, revoke, api: api.replace(/\/$/, ''), batch },
    pace: { perSecond: 133, burst: 5000 },
    accountPace: { perSecond: 5, burst: 290 },
  }
}

export async function startGoogleApp(
  kind: DatabaseKind,
  options: TestOptions & { google?: GoogleOptions } = {},
): Promise<GoogleApp & { close(): Promise<void> }> {
  const google = await startGoogle({
    redirectUris: [CALLBACK],
    ...(options.now && { now: options.now }),
    ...options.google,
  })
  const app = await startTestApp(kind, {
    worker: true,
    ...options,
    config(config) {
      const own = { ...config, google: googleConfig(google) }
      return options.config?.(own) ?? own
    },
  })
  return {
    app,
    google,
    async close() {
      await app.close()
      await google.close()
    },
  }
}

/** One service and one Google for all tests of a `describe`. */
export function useGoogleApp(kind: DatabaseKind, options?: Parameters<typeof startGoogleApp>[1]): GoogleApp {
  const holder = {} as Awaited<ReturnType<typeof startGoogleApp>>
  beforeAll(async () => {
    Object.assign(holder, await startGoogleApp(kind, options))
  })
  afterAll(() => holder.close())
  return holder
}

/**
 * A Google for the service of a whole file, whose tests begin later: `options` goes into those of the service. The
 * fake takes its clock from the machine.
 */
export function useGoogle(options: GoogleOptions = {}) {
  const google = {} as FakeGoogle
  beforeAll(async () => {
    Object.assign(google, await startGoogle(options))
  })
  afterAll(() => google.close())
  const own: TestOptions = {
    worker: true,
    config(config) {
      // Its port is known only now.
      google.client.redirectUris.push(`${config.http.publicUrl}/google/callback`)
      return { ...config, google: googleConfig(google) }
    },
  }
  return { google, options: own }
}
