import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import { createDatabase, dropDatabase } from '../test/support/postgres.ts'
import { atEnd, end, run, start, temporaryFolder } from './processes.ts'

/** A name that must be encoded in URLs. */
export const COMPANY = 'Fútbol & Friends'
const START_LIMIT_MS = 20_000

export interface Service {
  url: string
  database: string
  publisher: { apiKey: string; secret: string; widgets: { id: string; type: string }[] }
  /** Stops the service. Returns the warnings and errors in its log, and an exit code other than 0. */
  stop(): Promise<string[]>
}

/**
 * Starts the service as in production, on a new database, with one publisher created on the command line.
 * `DATABASE_URL=postgres://…` names a server on which a database is created for the run, and dropped
 * afterwards. `settings`: more of them, by the names of their variables.
 */
export async function startService(settings: Record<string, string> = {}): Promise<Service> {
  const folder = temporaryFolder()
  const server = process.env.DATABASE_URL ?? ''
  const postgres = /^postgres(ql)?:/.test(server)
  const databaseUrl = postgres ? await createDatabase(server) : `sqlite:${join(folder, 'fasti.db')}`
  if (postgres) atEnd(() => dropDatabase(databaseUrl))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    FASTI_DATA: folder,
    FASTI_URL: url,
    HOST: '127.0.0.1',
    PORT: `${port}`,
    FASTI_BATCH_INTERVAL_MS: '0',
    FASTI_TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    LOG_PRETTY: '0',
    ...settings,
  }
  const options = [
    '--email',
    'owner@example.com',
    '--company',
    COMPANY,
    '--timezone',
    'Europe/London',
    '--json',
  ]
  const created = await run(process.execPath, ['src/main.mjs', 'publisher', 'create', ...options], { env })
  if (created.code !== 0) throw new Error(`publisher create failed: ${created.err}`)

  const log = join(folder, 'service.log')
  const output = openSync(log, 'w')
  const child = start(process.execPath, ['src/main.mjs', 'serve'], { env, stdio: ['ignore', output, output] })
  closeSync(output)
  await waitForResponse(`${url}/readyz`, () => child.exitCode === null).catch(() => {
    throw new Error(`the service does not start:\n${readFileSync(log, 'utf8')}`)
  })
  return {
    url,
    database: postgres ? 'PostgreSQL' : 'SQLite',
    publisher: JSON.parse(created.out) as Service['publisher'],
    async stop() {
      const code = await end(child)
      const complaints = readFileSync(log, 'utf8').split('\n').filter(Boolean)
      return code === 0 ? complaints : [...complaints, `the service ended with exit code ${code}`]
    },
  }
}

async function waitForResponse(url: string, isRunning: () => boolean): Promise<void> {
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline && isRunning(); await sleep(50)) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error(`${url} does not respond`)
}
