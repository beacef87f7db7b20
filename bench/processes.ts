import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Child extends AsyncDisposable {
  process: ChildProcess
  pid: number
}

/** The absolute path of a file of this repository. */
export function repositoryPath(file: string): string {
  return fileURLToPath(new URL(`../${file}`, import.meta.url))
}

/** Runs a file of this repository in a process of its own, which ends with ours at the latest. */
export function startChild(
  file: string,
  args: string[],
  env: Record<string, string> = {},
  flags: string[] = [],
): Child {
  const child = fork(repositoryPath(file), args, {
    env: { ...process.env, ...env },
    execArgv: flags,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return supervised(child, 'SIGTERM')
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
}

/** Runs a program that is not ours. It is killed at the end: some take no other signal while they are busy. */
export function startProgram(program: string, args: string[]): Child {
  return supervised(spawn(program, args, { stdio: 'ignore' }), 'SIGKILL')
}

/** A process that ends with ours at the latest, at the signal when it is no longer used. */
function supervised(child: ChildProcess, signal: NodeJS.Signals): Child {
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  return {
    process: child,
    pid: child.pid!,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
      process.off('exit', kill)
    },
  }
}

/** Sends a child a message and waits for the one it sends back. */
export async function ask<Answer>(child: Child, message: object): Promise<Answer> {
  const broken = new AbortController()
  const onExit = () => broken.abort(new Error('a process of the benchmark ended too early'))
  child.process.once('exit', onExit)
  try {
    const answer = once(child.process, 'message', { signal: broken.signal })
    child.process.send(message)
    return (await answer)[0] as Answer
  } catch (error) {
    throw broken.signal.aborted ? broken.signal.reason : error
  } finally {
    child.process.off('exit', onExit)
  }
}

/** Bytes of memory a process has now, and the most it ever had; undefined where the system has no /proc. */
export function residentMemory(pid: number): { now: number; peak: number } | undefined {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return undefined
  const status = readFileSync(file, 'utf8')
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') }
}

// The kernel's unit of time in /proc, the same on every Linux that Node runs on.
const TICKS_PER_SECOND = 100

/** Seconds of processor time a process and its children have used; undefined where the system has no /proc. */
export function processorSeconds(pid: number): number | undefined {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return undefined
  // The second field is the program's name in brackets, which may hold spaces.
  const fields = readFileSync(file, 'utf8').split(') ')[1]!.split(' ')
  // Of the process, and of its children that have ended.
  const own = fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0) / TICKS_PER_SECOND
  return childrenOf(pid).reduce((total, child) => total + (processorSeconds(child) ?? 0), own)
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
}
