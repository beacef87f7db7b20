import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { runFasti } from '../cli/run-fasti.ts'
import { type Json, TestPublisher } from './test-publisher.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Settings by the name of their variable. */
export type Settings = Record<string, string>

/** The service as it is run in earnest: `src/main.mjs serve` in a process of its own. */
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

/** A service on its way: it can be killed before it listens. */
export interface StartingService {
  /** Rejects with what it wrote to stderr when it ends instead. */
  listening: Promise<ServiceProcess>
  kill(): Promise<void>
}

const started = new Set<ChildProcess>()
process.on('exit', () => started.forEach((child) => child.kill('SIGKILL')))

/**
 * How glibc gives out memory wherever we start the service: from one arena, and large pieces from the system at once,
 * to which they go back. Without, 10,000 connections take a tenth more.
 */
export const MEMORY = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '524288' }

/**
 * Starts the service on a free port, or on the one in `PORT`. It gets nothing of our environment. `flags` are
 * those of Node. `cwd`: another folder with the files of the service.
 */
export function launchService(
  settings: Settings,
  args: string[] = [],
  flags: string[] = [],
  cwd = ROOT,
): StartingService {
  const env = { ...MEMORY, PATH: process.env.PATH, PORT: '0', FASTI_URL: 'https://fasti.test', ...settings }
  const child = spawn(process.execPath, [...flags, 'src/main.mjs', 'serve', ...args], { cwd, env })
  started.add(child)
  child.once('exit', () => started.delete(child))
  const errors = text(child.stderr)
  const exited = once(child, 'close')
  const log: Json[] = []
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  const address = new Promise<string>((listening, failed) => {
    createInterface(child.stdout).on('line', (line) => {
      const entry = parse(line)
      log.push(entry)
      if (entry.msg === 'listening') listening(entry.address as string)
    })
    void exited.then(async () => failed(new Error(`the service does not start: ${await errors}`)))
  })
  const listening = address.then((url) => ({
    url,
    pid: child.pid!,
    log,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    async ended() {
      const [code, signal] = (await exited) as [number | null, NodeJS.Signals | null]
      return code ?? signal
    },
    kill,
  }))
  listening.catch(() => {}) // it may be killed before anybody waits for it
  return { listening, kill }
}

/** A process that is killed may leave half a line. */
function parse(line: string): Json {
  try {
    return JSON.parse(line)
  } catch {
    return { msg: line }
  }
}

/** Creates a publisher by the command line; its program speaks to the service at `url`. */
export async function commandLinePublisher(
  settings: Settings,
  url: string,
  email = 'owner@example.com',
): Promise<TestPublisher> {
  const args = ['publisher', 'create', '--email', email, '--company', 'City Rugby', '--json']
  const { stdout, stderr } = await runFasti(args, settings)
  if (stdout === '') throw new Error(stderr)
  const { publisherId, apiKey, secret, widgets } = JSON.parse(stdout)
  return new TestPublisher(url, { publisher: { id: publisherId }, apiKey: { key: apiKey, secret }, widgets })
}
