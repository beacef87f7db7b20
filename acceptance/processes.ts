import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const RUN_LIMIT_MS = 120_000
const GRACE_MS = 10_000

const children = new Set<ChildProcess>()
const folders = new Set<string>()

/** A folder that is gone when the run is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fasti-acceptance-'))
  folders.add(folder)
  return folder
}

/** Starts a process that is ended with the run at the latest. */
export function start(command: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, options)
  children.add(child)
  child.once('error', () => children.delete(child))
  child.once('exit', () => children.delete(child))
  return child
}

export interface Outcome {
  code: number | null
  out: string
  err: string
}

/** Runs a command to its end. */
export async function run(command: string, args: string[], options: SpawnOptions = {}): Promise<Outcome> {
  const child = start(command, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: RUN_LIMIT_MS,
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const [[code], out, err] = await Promise.all([exited, text(child.stdout!), text(child.stderr!)])
  return { code, out, err }
}

/** Asks a process to end, and makes it end when it does not. */
export async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
    await exited
    clearTimeout(late)
  }
  return child.exitCode
}

/** Leaves nothing behind. */
export async function endAll(): Promise<void> {
  await Promise.all([...children].map(end))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
