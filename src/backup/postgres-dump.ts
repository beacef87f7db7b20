import { spawn } from 'node:child_process'
import { chmodSync, closeSync, linkSync, openSync, rmSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { AppError } from '../errors.ts'

/** Our objects, by whoever restores them. */
const PLAIN = ['--no-owner', '--no-privileges']

/** Writes the whole database as `pg_dump` sees it at one moment, into a new file in its own format. */
export async function backupPostgres(url: string, target: string): Promise<void> {
  const partial = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.partial`)
  try {
    closeSync(openSync(partial, 'wx', 0o600))
    await runTool('pg_dump', ['--format=custom', ...PLAIN, `--file=${partial}`], url)
    chmodSync(partial, 0o600)
    await listArchive(partial)
    linkSync(partial, target)
  } finally {
    rmSync(partial, { force: true })
  }
}

/** The tables of a dump; refuses what is none. */
export async function listArchive(file: string): Promise<string[]> {
  const list = await runTool('pg_restore', ['--list', file])
  return [...list.matchAll(/^\d+; \d+ \d+ TABLE \S+ (\S+) /gm)].map((match) => match[1]!)
}

/** The rows of small tables in a dump, as `COPY` writes them. */
export function rowsOf(file: string, tables: string[]): Promise<string> {
  const only = tables.map((table) => `--table=${table}`)
  return runTool('pg_restore', ['--data-only', ...only, '--file=-', file])
}

/** Writes the statements that bring a dump back into a new file: they may be longer than any string can be. */
export async function writeScript(file: string, target: string): Promise<void> {
  closeSync(openSync(target, 'wx', 0o600))
  await runTool('pg_restore', [...PLAIN, `--file=${target}`, file])
}

/**
 * Runs one of PostgreSQL's own programs; answers what it printed. The password goes by the environment: anybody can
 * see the arguments of a process.
 */
export async function runTool(tool: string, args: string[], url?: string): Promise<string> {
  const address = url === undefined ? undefined : new URL(url)
  const password = address && decodeURIComponent(address.password)
  if (address) address.password = ''
  const connection = address ? [`--dbname=${address.href}`] : []
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  const child = spawn(tool, [...args, ...connection], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | string>((done) => {
    child.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    child.once('close', (code, signal) => done(code ?? signal ?? 1))
  })
  const [code, printed, said] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (code === 0) return printed
  if (code === 'ENOENT') throw new AppError('unavailable', `${tool} is not there. ${INSTALL}`)
  const reason = said.trim().split('\n').slice(0, 3).join(' ')
  throw new AppError(
    'unavailable',
    `${tool} failed: ${reason || code}${/version/.test(reason) ? `. ${INSTALL}` : ''}`,
  )
}

const INSTALL = "Install PostgreSQL's client programs, of the server's version or newer"
