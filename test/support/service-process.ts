import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { runFasti } from '../cli/run-fasti.ts'
import { type Json, TestPublisher } from './test-publisher.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Settings by the name of their variable. */
export type Settings = Record<string, string>

/** The service as it is run in earnest: `src/main.ts serve` in a process of its own. */
export interface ServiceProcess {
  url: string
  pid: number
  /** The log lines written so far. */
  log: Json[]
  signal(name: NodeJS.Signals): void
  /** Waits until it has ended; how it did. */
  ended(): Promise<number | NodeJS.Signals | null>
  /** Ends it as a crash would. */
  kill(): Promise<void>
}

const started = new Set<ChildProcess>()
process.on('exit', () => started.forEach((child) => child.kill('SIGKILL')))

/** A folder on disk for one test. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-process-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Starts the service on a free port and waits until it listens; it ends with the test. Of our environment it gets
 * nothing.
 */
export async function startService(settings: Settings, args: string[] = []): Promise<ServiceProcess> {
  const env = { PATH: process.env.PATH, PORT: '0', FASTI_URL: 'https://fasti.test', ...settings }
  const child = spawn(process.execPath, ['src/main.ts', 'serve', ...args], { cwd: ROOT, env })
  started.add(child)
  child.once('exit', () => started.delete(child))
  const errors = text(child.stderr)
  const exited = once(child, 'close')
  const log: Json[] = []
  const url = await new Promise<string>((listening, failed) => {
    createInterface(child.stdout).on('line', (line) => {
      const entry = JSON.parse(line)
      log.push(entry)
      if (entry.msg === 'listening') listening(entry.address as string)
    })
    void exited.then(async () => failed(new Error(`the service does not start: ${await errors}`)))
  })
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  return {
    url,
    pid: child.pid!,
    log,
    signal: (name) => void child.kill(name),
    async ended() {
      const [code, signal] = (await exited) as [number | null, NodeJS.Signals | null]
      return code ?? signal
    },
    kill,
  }
}

/** Creates a publisher by the command line; its program speaks to the service at `url`. */
export async function commandLinePublisher(settings: Settings, url: string): Promise<TestPublisher> {
  const args = ['publisher', 'create', '--email', 'owner@example.com', '--company', 'City Rugby', '--json']
  const { stdout, stderr } = await runFasti(args, settings)
  if (stdout === '') throw new Error(stderr)
  const { publisherId, apiKey, secret, widgets } = JSON.parse(stdout)
  return new TestPublisher(url, { publisher: { id: publisherId }, apiKey: { key: apiKey, secret }, widgets })
}
