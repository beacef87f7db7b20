import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const RUN_LIMIT_MS = 120_000
const GRACE_MS = 10_000

const children = new Set<ChildProcess>()
/** Leaders of process groups, which include the processes that they start. */
const leaders = new Set<ChildProcess>()
const cleanUps: (() => void | Promise<void>)[] = []

/** Adds an action for the end of the run, after all processes have ended, even if it fails. */
export function atEnd(action: () => void | Promise<void>): void {
  cleanUps.push(action)
}

/** Creates a folder that is deleted at the end of the run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fasti-acceptance-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/**
 * Starts a process that ends with the run at the latest; if it
 * is detached, with all processes it has started.
 */
export function start(command: string, args: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, options)
  children.add(child)
  if (options.detached) leaders.add(child)
  child.once('error', () => children.delete(child))
  child.once('exit', () => children.delete(child))
  return child
}

export interface Outcome {
  code: number | null
  out: string
  err: string
}

/** Runs a command until it exits. */
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

/** Ends a process, by closing its input or with SIGTERM, and kills it if that takes too long. */
export async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit')
    if (child.stdin) child.stdin.end()
    else child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
    await exited
    clearTimeout(late)
  }
  return child.exitCode
}

let ending: Promise<void> | undefined

/** Ends all processes and cleans up. */
export function endAll(): Promise<void> {
  ending ??= endEverything()
  return ending
}

async function endEverything(): Promise<void> {
  await Promise.all([...children].map(end))
  for (const { pid } of leaders) if (pid) endGroup(pid)
  for (const action of cleanUps.toReversed()) await action()
}

function endGroup(id: number): void {
  try {
    process.kill(-id, 'SIGKILL')
  } catch {
    // The group has no processes left.
  }
}
