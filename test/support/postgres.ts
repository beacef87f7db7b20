import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, closeSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { copyPostgres, unprivilegedUser } from './postgres-binaries.ts'
import { temporaryDirectory } from './temporary.ts'

export interface PostgresServer {
  url: (database?: string) => string
  /** Makes a new, empty database and returns its URL. */
  createDatabase: () => Promise<string>
  /** Stops it, breaking off what clients are doing, and starts it on the same data and port. Also after `kill`. */
  restart: () => Promise<void>
  /** Ends it and all its processes as a crash would. */
  kill: () => Promise<void>
  /**
   * A server of its own on a copy of the data as of now, which `restart` starts. An empty file `signal` in it tells
   * PostgreSQL that it is a standby or a recovery. This one is stopped while it is copied.
   */
  copy: (signal: 'standby.signal' | 'recovery.signal', recovery: ServerSettings) => Promise<PostgresServer>
  /** Ends it and removes its files. */
  stop: () => Promise<void>
}

/** Settings of PostgreSQL by name. */
export type ServerSettings = Record<string, string>

/** The folders of a server, and the options for running its programs. */
interface Place {
  home: string
  data: string
  as: SpawnOptions
}

/**
 * A PostgreSQL of one's own, on a free port of this machine only. Without `fsync` it is faster and keeps its data in
 * memory where it can; what it committed then outlives `kill`, but not a power failure. `programs`: another than that
 * of npm, in this folder. `settings`: further ones.
 */
export async function startPostgres({
  fsync = false,
  programs,
  settings = {},
}: { fsync?: boolean; programs?: string; settings?: ServerSettings } = {}): Promise<PostgresServer> {
  const password = randomBytes(12).toString('hex')
  return runServer({ fsync, settings, password }, (place) => initialize(place, password, programs))
}

interface ServerOptions {
  fsync: boolean
  settings: ServerSettings
  /** Of this server alone, not of its copies: what one recovers to would end another. */
  own?: ServerSettings
  /** Of the user `postgres`. */
  password: string
}

/** `fill`: puts the programs and the data in place. */
async function runServer(
  { fsync, settings: more, own = {}, password }: ServerOptions,
  fill: (place: Place) => Promise<void>,
  { starts } = { starts: true },
): Promise<PostgresServer> {
  const home = temporaryDirectory('fasti-postgres-', { onDisk: true })
  const data = temporaryDirectory('fasti-postgres-data-', { onDisk: fsync })
  const user = unprivilegedUser()
  if (user) for (const dir of [home, data]) chownSync(dir, user.uid, user.gid)
  // Detached, so that Ctrl-C in the terminal ends the tests first.
  const place: Place = { home, data, as: { ...user, cwd: '/', detached: true } }
  const guard = startGuard(place)

  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: '',
    max_connections: '200',
    fsync: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    ...more,
    ...own,
  }
  const url = (database = 'postgres') => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`

  let server: ChildProcess | undefined
  async function end(signal: NodeJS.Signals) {
    server?.kill(signal)
    if (server) await exited(server)
  }
  async function kill() {
    // Listed before: without their server nobody knows them.
    const children = server && isRunning(server) ? childrenOf(server.pid!) : []
    await end('SIGKILL')
    for (const pid of children) killIfThere(pid)
  }
  async function restart() {
    await end('SIGINT')
    server = await launch(place, settings)
  }
  async function copy(signal: string, recovery: ServerSettings) {
    const fillCopy = async (target: Place) => {
      await end('SIGINT')
      symlinkSync(join(home, 'native'), join(target.home, 'native'))
      execFileSync('cp', ['-a', `${data}/.`, target.data])
      writeFileSync(join(target.data, signal), '')
      if (user) chownSync(join(target.data, signal), user.uid, user.gid)
      await restart()
    }
    return runServer({ fsync, password, settings: more, own: recovery }, fillCopy, { starts: false })
  }
  async function stop() {
    guard.stdin.end()
    await exited(guard)
  }
  try {
    await fill(place)
    if (starts) await restart()
  } catch (error) {
    await stop()
    throw error
  }
  return { url, createDatabase: () => createDatabase(url()), restart, kill, copy, stop }
}

/** A PostgreSQL that is there before and after. */
export function runningPostgres(serverUrl: string): Pick<PostgresServer, 'url' | 'createDatabase' | 'stop'> {
  return {
    url: (database) => (database === undefined ? serverUrl : withDatabase(serverUrl, database)),
    createDatabase: () => createDatabase(serverUrl),
    stop: () => Promise.resolve(),
  }
}

/** Makes a new database, empty or a copy of that named `template`, and returns its URL. */
export async function createDatabase(serverUrl: string, template = 'template1'): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await query(serverUrl, `create database ${name} template ${template}`)
  return withDatabase(serverUrl, name)
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await query(withDatabase(url, 'postgres'), `drop database ${name} with (force)`)
}

function withDatabase(url: string, name: string) {
  return Object.assign(new URL(url), { pathname: name }).href
}

async function query(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Ends the server and removes its files when its input closes: on `stop`, and however else this process ends. */
function startGuard({ home, data, as }: Place) {
  const script = 'read -r _; "$0/native/bin/pg_ctl" stop -D "$1" -m immediate; rm -rf "$0" "$1"'
  return spawn('sh', ['-c', script, home, data], { ...as, stdio: ['pipe', 'ignore', 'ignore'] })
}

async function initialize({ home, data, as }: Place, password: string, programs?: string) {
  if (programs) symlinkSync(programs, join(home, 'native'))
  else await copyPostgres(join(home, 'native'))
  writeFileSync(join(home, 'password'), password)
  if (as.uid) execFileSync('chown', ['-R', `${as.uid}:${as.gid}`, home])
  const access = ['--username=postgres', '--auth=password', `--pwfile=${join(home, 'password')}`]
  const args = ['-D', data, ...access, '--no-locale', '--encoding=UTF8', '--no-sync']
  execFileSync(join(home, 'native/bin/initdb'), args, { ...as, stdio: 'pipe' })
}

async function launch({ home, data, as }: Place, settings: Record<string, string>) {
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  // More than one attempt: for a moment after `kill` the server's other processes are still there.
  for (let attempt = 0; attempt < 20; attempt++) {
    const log = openSync(join(home, 'log'), 'a')
    const options: SpawnOptions = { ...as, stdio: ['ignore', log, log] }
    const server = spawn(join(home, 'native/bin/postgres'), ['-D', data, ...args], options)
    closeSync(log)
    while (isRunning(server)) {
      if (isReady(server, join(data, 'postmaster.pid'))) return server
      await sleep(20)
    }
    await sleep(100)
  }
  throw new Error(`PostgreSQL does not start:\n${readFileSync(join(home, 'log'), 'utf8')}`)
}

function isReady(server: ChildProcess, statusFile: string) {
  const lines = readIfThere(statusFile).split('\n')
  return lines[0] === String(server.pid) && lines[7]?.trim() === 'ready'
}

/** Nothing where the system has no /proc: they then end by themselves when they find their server gone. */
function childrenOf(pid: number): number[] {
  return readIfThere(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

/** Returns nothing for a file that is not there, or goes away: a server removes the status of one that was killed. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return ''
  }
}

function killIfThere(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended with its server.
  }
}

function isRunning(child: ChildProcess) {
  return child.exitCode === null && child.signalCode === null
}

async function exited(child: ChildProcess) {
  if (isRunning(child)) await once(child, 'exit')
}
