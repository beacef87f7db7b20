import { chownSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { workFolder } from '../bench/work-folder.ts'
import { type PostgresServer, startPostgres } from '../test/support/postgres.ts'
import { unprivilegedUser } from '../test/support/postgres-binaries.ts'
import { type FailoverWorld, openFailoverWorld } from './failover-world.ts'
import { type Gate, openGate } from './gate.ts'
import { type Options, type Outcome, type Proof, until } from './proof.ts'
import { ask } from './stored.ts'

/** Changes that are lost with the old server, at most. */
const MOST_LOST = 4
/** A process looks every two seconds if the database went back. Readers that ask by date are right after that. */
const NOTICED_MS = 2500

/**
 * Two services run on while PostgreSQL loses its last commits under them: by the promotion of a standby that lacks them,
 * then of the next standby, then by a restore to a point in time.
 */
export const failover: Proof = {
  promise:
    'when PostgreSQL fails over or goes back to a point in time, running processes show neither what was lost nor anything old',
  times: 5,
  async run(options) {
    using folder = workFolder()
    const user = unprivilegedUser()
    if (user) chownSync(folder.path, user.uid, user.gid)
    const servers = [
      await startPostgres({
        settings: { archive_mode: 'on', archive_command: `cp %p ${folder.path}/%f` },
      }),
    ]
    const database = new URL(await servers[0]!.createDatabase()).pathname
    const gate = await openGate(portOf(servers[0]!))
    const url = Object.assign(new URL(servers[0]!.url()), { port: `${gate.port}`, pathname: database }).href
    try {
      await using world = await openFailoverWorld(url, folder.path)
      return await loseOften({ world, gate, servers, archive: folder.path }, options)
    } finally {
      await gate.close()
      for (const server of servers) await server.stop()
    }
  },
}

interface Place {
  world: FailoverWorld
  /** Stands between the services and the server. */
  gate: Gate
  /** The last one is in use. */
  servers: PostgresServer[]
  /** The folder of WAL files. */
  archive: string
}

async function loseOften(place: Place, { times, progress }: Options): Promise<Outcome> {
  const figures = { failovers: 0, 'restores to a point in time': 0, 'changes lost': 0, reads: 0 }
  const broken: string[] = []
  for (let round = 1; round <= times; round++) {
    for (const [name, prepare] of [
      ['failover', prepareStandby],
      ['failover back', prepareStandby],
      ['restore', prepareRestore],
    ] as const) {
      const label = `${name} ${round}`
      figures['changes lost'] += await lose(place, label, prepare, (what) => {
        if (broken.length < 20) broken.push(`${label}: ${what}`)
      })
      if (name === 'restore') figures['restores to a point in time']++
      else figures.failovers++
      progress(`${label}, ${figures['changes lost']} changes lost`)
    }
  }
  figures.reads = place.world.reads
  return { figures, broken }
}

/** A server that will take over, and lack what is committed after `detach`. */
interface Successor {
  detach(): Promise<void>
  /** Ends the server in use; resolves when this one takes writes. */
  takeOver(): Promise<PostgresServer>
}

/** Loses changes that the services have shown, and checks what they show then. Returns how many. */
async function lose(
  { world, gate, servers, archive }: Place,
  label: string,
  prepare: (server: PostgresServer, archive: string) => Promise<Successor>,
  note: (what: string) => void,
): Promise<number> {
  gate.cut()
  const server = servers.at(-1)!
  const successor = await prepare(server, archive)
  gate.lead(portOf(server))
  await world.ready()
  const [kept, lost, fresh] = ['Kept', 'Lost', 'New'].map((word) => `${word} in ${label}`) as [
    string,
    string,
    string,
  ]
  await world.change(kept, 1)
  await world.readAll()
  await successor.detach()

  const count = 1 + Math.floor(Math.random() * MOST_LOST)
  const highest = Math.max(...(await world.change(lost, count)))
  for (const { what, text } of await world.readAll())
    if (!text.includes(lost)) note(`${what} lacks what was acknowledged`)
  await world.syncDevices()

  gate.cut()
  servers.push(await successor.takeOver())
  gate.lead(portOf(servers.at(-1)!))
  await world.ready()
  const expect = async (shown: string, moment: string, { byDate } = { byDate: true }) => {
    for (const { what, text } of await world.readAll({ byDate })) {
      if (text.includes(lost)) note(`${what} shows what was lost, ${moment}`)
      if (!text.includes(shown)) note(`${what} shows something old, ${moment}`)
    }
  }
  await expect(kept, 'at once', { byDate: false })
  const revisions = await world.change(fresh, count)
  for (const revision of revisions)
    if (revision <= highest) note(`revision ${revision} was given out after ${highest}`)
  await expect(fresh, 'after changes', { byDate: false })
  await sleep(NOTICED_MS)
  await expect(fresh, 'later')
  for (const what of await world.compareDevices()) note(what)
  return count
}

async function prepareStandby(server: PostgresServer): Promise<Successor> {
  const replication = await openGate(portOf(server))
  const { username, password } = new URL(server.url())
  const from = `host=127.0.0.1 port=${replication.port} user=${username} password=${password}`
  const standby = await server.copy('standby.signal', { primary_conninfo: from })
  await standby.restart()
  return {
    async detach() {
      const [row] = await ask(server.url(), 'select pg_current_wal_lsn()::text as at')
      const has = `select pg_last_wal_replay_lsn() >= '${String(row!.at)}'::pg_lsn as has`
      await until('the standby to follow', async () => (await ask(standby.url(), has))[0]?.has === true)
      replication.cut()
    },
    async takeOver() {
      await server.kill()
      await ask(standby.url(), 'select pg_promote()')
      await replication.close()
      return standby
    },
  }
}

async function prepareRestore(server: PostgresServer, archive: string): Promise<Successor> {
  const copy = await server.copy('recovery.signal', {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_name: 'before',
    recovery_target_action: 'promote',
    recovery_target_timeline: 'current',
  })
  const archived = async () => {
    const [row] = await ask(server.url(), 'select pg_walfile_name(pg_switch_wal()) as file')
    const done = `select last_archived_wal >= '${String(row!.file)}' as done from pg_stat_archiver`
    await until('the archive', async () => (await ask(server.url(), done))[0]?.done === true)
  }
  return {
    async detach() {
      await ask(server.url(), `select pg_create_restore_point('before')`)
    },
    async takeOver() {
      await archived()
      await server.kill()
      await copy.restart()
      const promoted = 'select not pg_is_in_recovery() as promoted'
      await until('the recovery', async () => (await ask(copy.url(), promoted))[0]?.promoted === true)
      return copy
    },
  }
}

function portOf(server: PostgresServer): number {
  return Number(new URL(server.url()).port)
}
