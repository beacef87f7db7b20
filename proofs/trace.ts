import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { isInstalled } from '../bench/processes.ts'
import { CannotProve } from './proof.ts'

const CALLS = 'fdatasync,fsync,write,writev,pwrite64,sendto,sendmsg'
/** Octets shown of each call: a page of the database. */
const SHOWN = 4200
const WAL = /fasti\.db-wal>/
const ANSWER = /^(write|writev|sendto|sendmsg)\([^"]*"HTTP\/1\.1 2\d\d/

/** One answer of 2xx, and what the write-ahead log had seen by then. */
export interface TracedAnswer {
  /** Data written to the log since the answer before. */
  written: string
  /** Writes to the log that no sync has followed yet. */
  unsynced: number
  /** Syncs of the log since the answer before. */
  syncs: number
}

/** Writes the system calls of a process into a file from now on. Throws CannotProve where that can't be. */
export async function startTrace(
  pid: number,
  file: string,
): Promise<{ file: string; stop: () => Promise<void> }> {
  if (!isInstalled('strace')) throw new CannotProve('strace is not installed')
  const args = ['-f', '-y', '-s', `${SHOWN}`, '-e', `trace=${CALLS}`, '-o', file, '-p', `${pid}`]
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  process.once('exit', () => strace.kill('SIGKILL'))
  await attached(strace)
  return {
    file,
    async stop() {
      strace.kill('SIGINT') // makes strace detach from the process
      await once(strace, 'exit')
    },
  }
}

async function attached(strace: ChildProcess): Promise<void> {
  let said = ''
  for await (const part of strace.stderr!.iterator({ destroyOnReturn: false })) {
    said += String(part)
    if (/attached/.test(said)) {
      strace.stderr!.resume()
      return
    }
  }
  throw new CannotProve(`strace may not look: ${said.trim()}`)
}

/** The answers of 2xx in a trace, in the order they went out. */
export async function readTrace(file: string): Promise<TracedAnswer[]> {
  const answers: TracedAnswer[] = []
  let written = ''
  let unsynced = 0
  let syncs = 0
  for await (const call of callsIn(file)) {
    if (/^(pwrite64|write)\(/.test(call) && WAL.test(call)) {
      written += call
      unsynced++
    } else if (/^f(data)?sync\(/.test(call) && WAL.test(call) && / = 0$/.test(call)) {
      unsynced = 0
      syncs++
    } else if (ANSWER.test(call)) {
      answers.push({ written, unsynced, syncs })
      written = ''
      syncs = 0
    }
  }
  return answers
}

/** Calls as they ended. One that another thread's came in between of is told in two parts. An answer counts from its beginning. */
async function* callsIn(file: string): AsyncGenerator<string> {
  const begun = new Map<string, string>()
  for await (const line of createInterface(createReadStream(file))) {
    const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(call)
    if (call.endsWith('<unfinished ...>') && !ANSWER.test(call))
      begun.set(thread, call.slice(0, -'<unfinished ...>'.length))
    else if (resumed) yield take(begun, thread) + resumed[1]!
    else yield call
  }
}

function take(begun: Map<string, string>, thread: string): string {
  const call = begun.get(thread) ?? ''
  begun.delete(thread)
  return call
}
