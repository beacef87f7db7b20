import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import { type Child, repositoryPath, startChild } from './processes.ts'

const START_ATTEMPTS = 4000
const PAUSE_MS = 5

/** The settings a service under test runs with. */
export type Settings = Record<string, string>

/** The output of `publisher create --json`. */
export interface Publisher {
  publisherId: number
  apiKey: string
  secret: string
  widgets: { id: string }[]
}

export interface Service extends Child {
  url: string
  port: number
}

/** The settings of a service whose data is in `folder`. */
export function settingsFor(folder: string, databaseUrl = ''): Settings {
  return { FASTI_DATA: folder, DATABASE_URL: databaseUrl, FASTI_BATCH_INTERVAL_MS: '0', LOG_LEVEL: 'warn' }
}

let publishers = 0

/** Creates a publisher, and with it the database. */
export function createPublisher(settings: Settings): Publisher {
  const email = `bench-${++publishers}@example.com`
  const args = ['publisher', 'create', '--email', email, '--company', 'Bench', '--json']
  const env = { ...process.env, ...settings }
  return JSON.parse(
    execFileSync(process.execPath, [repositoryPath('src/main.mjs'), ...args], { env, encoding: 'utf8' }),
  )
}

/**
 * Starts the real service and waits until it answers. `profiles`: the folder for its CPU profile; `args`: what
 * stands behind `serve`.
 */
export async function startService(
  settings: Settings,
  profiles?: string,
  args: string[] = [],
): Promise<Service> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const flags = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []
  const env = { ...settings, PORT: `${port}`, FASTI_URL: url }
  const child = startChild('src/main.mjs', ['serve', ...args], env, flags)
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    if (await isReady(url)) return { ...child, url, port }
    await sleep(PAUSE_MS)
  }
  await child[Symbol.asyncDispose]()
  throw new Error('the service does not start')
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`)
    // Left unread, it would hold its connection.
    await answer.text()
    return answer.ok
  } catch {
    return false
  }
}
