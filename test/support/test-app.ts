import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { createPublisher } from '../../src/accounts/create-publisher.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { type AppContext, openContext } from '../../src/context.ts'
import { runPushWorker } from '../../src/dav/push-worker.ts'
import { buildServer } from '../../src/http/server.ts'
import { LOG_OPTIONS } from '../../src/log.ts'
import { runPushTargets } from '../../src/push-targets/worker.ts'
import type { Sender } from '../../src/webhooks/sender.ts'
import { runDeliveryWorker } from '../../src/webhooks/worker.ts'
import { checkingAnswers } from './checked-answers.ts'
import { type DatabaseKind, freshDatabaseUrl } from './databases.ts'
import { freePort } from './free-port.ts'
import { TestPublisher } from './test-publisher.ts'

let owners = 0

export interface TestApp {
  ctx: AppContext
  /** `http://127.0.0.1:<port>` */
  url: string
  /** The log lines written so far. */
  log: string[]
  /** A publisher nobody else has, so that tests of one app don't meet. */
  publisher(over?: Partial<Parameters<typeof createPublisher>[1]>): Promise<TestPublisher>
  close(): Promise<void>
}

export interface TestOptions {
  config?: (config: Config) => Config
  /** Delivers webhooks, tried again after 0.3, 0.6 and 0.9 seconds, or as the settings say. */
  worker?: boolean | 'as set'
  /** Posts to callbacks, in place of the real sender. */
  sender?: Sender
  /** Epoch milliseconds; default: the machine's clock. */
  now?: () => number
  /** Links lead to the app itself, so that a browser can follow them; else to `https://fasti.test`. */
  reachable?: boolean
  /** Answers are not compared with their contracts: the test stores what no contract has. */
  unchecked?: boolean
  /** Runs beside that app, on the same database and with the same settings, as a second process would. */
  beside?: TestApp
}

/** The whole service on a fresh database, listening on a free loopback port. Its answers are compared with their contracts. */
export async function startTestApp(kind: DatabaseKind, options: TestOptions = {}): Promise<TestApp> {
  const { config, dispose } = options.beside
    ? { config: options.beside.ctx.config, dispose: async () => {} }
    : await freshConfig(kind, options)
  const log: string[] = []
  const ctx = await openContext(config, {
    log: pino({ ...LOG_OPTIONS, level: 'info' }, { write: (line) => void log.push(line) }),
    ...(options.now && { now: options.now }),
    ...(options.sender && { sender: options.sender }),
  })
  const app = await (options.unchecked ? buildServer(ctx) : checkingAnswers(() => buildServer(ctx)))
  const stopping = new AbortController()
  const retrySeconds = options.worker === 'as set' ? config.webhooks.retrySeconds : [0.3, 0.6, 0.9]
  const worker = options.worker && runDeliveryWorker({ ...ctx, retrySeconds }, stopping.signal)
  const pushing = options.worker && runPushWorker(ctx, stopping.signal)
  const pushingTargets = options.worker && runPushTargets(ctx, stopping.signal)
  const url = await app.listen({ host: '127.0.0.1', port: options.reachable ? config.http.port : 0 })
  return {
    ctx,
    url,
    log,
    async publisher(over = {}) {
      const details = {
        parentId: null,
        partner: false,
        email: `owner-${++owners}@example.com`,
        firstName: 'Olive',
        lastName: 'Owner',
        company: 'City Rugby',
        timezone: 'Europe/London',
        ...over,
      }
      return new TestPublisher(url, await createPublisher(ctx, details))
    },
    async close() {
      stopping.abort()
      const closed = app.close()
      // Browsers and `fetch` keep connections open on which they never asked: they would hold the end up for a minute.
      app.server.closeAllConnections()
      await Promise.all([closed, worker, pushing, pushingTargets])
      await ctx[Symbol.asyncDispose]()
      await dispose()
    },
  }
}

async function freshConfig(kind: DatabaseKind, options: TestOptions) {
  const database = await freshDatabaseUrl(kind, { tables: true })
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fasti-data-'))
  const env = {
    DATABASE_URL: database.url,
    FASTI_DATA: dataDir,
    FASTI_URL: 'https://fasti.test',
    FASTI_BATCH_INTERVAL_MS: '0',
    FASTI_ALLOW_PRIVATE_CALLBACKS: '1',
    FASTI_GOOGLE_CLIENT_ID: 'client.apps.googleusercontent.com',
    FASTI_GOOGLE_CLIENT_SECRET: 'secret-of-google',
    FASTI_MICROSOFT_CLIENT_ID: '11111111-2222-3333-4444-555555555555',
    FASTI_MICROSOFT_CLIENT_SECRET: 'secret-of-microsoft',
    ...(options.reachable && (await ownAddress())),
  }
  // Tests would wait for it often.
  const read = { ...readConfig(env), subscribeAnswerMs: 0 }
  const dispose = async () => {
    await database.dispose()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { config: options.config?.(read) ?? read, dispose }
}

async function ownAddress() {
  const port = `${await freePort()}`
  return { PORT: port, FASTI_URL: `http://127.0.0.1:${port}` }
}

/** One app for all tests of a `describe`. */
export function useTestApp(kind: DatabaseKind, options?: TestOptions): TestApp {
  const holder = {} as TestApp
  beforeAll(async () => {
    Object.assign(holder, await startTestApp(kind, options))
  })
  afterAll(() => holder.close())
  return holder
}
