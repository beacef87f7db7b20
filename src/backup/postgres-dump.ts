import { spawn } from 'node:child_process'
import { chmodSync, closeSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { AppError } from '../errors.ts'

/** Leave out owners and privileges, so that any user can restore. */
const WITHOUT_OWNERS = ['--no-owner', '--no-privileges']

/** Writes a consistent dump of the database to a new file, in pg_dump's custom format. */
export async function backupPostgres(url: string, target: string): Promise<void> {
  const partial = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.partial`)
  try {
    closeSync(openSync(partial, 'wx', 0o600))
    await runTool('pg_dump', ['--format=custom', ...WITHOUT_OWNERS, `--file=${partial}`], url)
    chmodSync(partial, 0o600)
    await listArchive(partial)
    linkSync(partial, target)
  } finally {
    rmSync(partial, { force: true })
  }
}

/** The tables in a dump. Refuses other files. */
export async function listArchive(file: string): Promise<string[]> {
  const list = await runTool('pg_restore', ['--list', file])
  return [...list.matchAll(/^\d+; \d+ \d+ TABLE \S+ (\S+) /gm)].map((match) => match[1]!)
}

/** The rows of small tables in a dump, in the format of `COPY`. */
export function rowsOf(file: string, tables: string[]): Promise<string> {
  const only = tables.map((table) => `--table=${table}`)
  return runTool('pg_restore', ['--data-only', ...only, '--file=-', file])
}

/** The parts of a dump, in their order: tables, rows, then keys and indexes. */
export const SECTIONS = ['pre-data', 'data', 'post-data'] as const

/**
 * Writes the statements of a section of a dump to a new file: they may be too long for a string. Leaves extensions out:
 * Fasti needs none, and that of a spread database is not there on a plain one.
 */
export async function writeScript(
  file: string,
  section: (typeof SECTIONS)[number],
  target: string,
): Promise<void> {
  const list = `${target}.list`
  try {
    const entries = await runTool('pg_restore', ['--list', `--section=${section}`, file])
    const own = entries.replaceAll(/^\d+; \d+ \d+ (COMMENT - )?EXTENSION .*\n/gm, '')
    writeFileSync(list, own, { mode: 0o600, flag: 'wx' })
    closeSync(openSync(target, 'wx', 0o600))
    const options = [`--section=${section}`, `--use-list=${list}`, `--file=${target}`]
    await runTool('pg_restore', [...WITHOUT_OWNERS, ...options, file])
  } finally {
    rmSync(list, { force: true })
  }
}

/**
 * Runs a program of PostgreSQL and returns its output. Passes the password in the environment, since everyone
 * can see the arguments of a process.
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
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (code === 0) return output
  if (code === 'ENOENT') throw new AppError('unavailable', `${tool} is not there. ${INSTALL}`)
  const lines = errors.trim().split('\n')
  const telling = lines.filter((line) => /error|fatal/i.test(line))
  const reason = (telling.length > 0 ? telling : lines).slice(0, 3).join(' ')
  throw new AppError(
    'unavailable',
    `${tool} failed: ${reason || code}${/version/.test(reason) ? `. ${INSTALL}` : ''}`,
  )
}

const INSTALL = "Install PostgreSQL's client programs, of the server's version or newer"
