import { copyFileSync, existsSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { restoreSqlite } from '../../src/backup/restore-sqlite.ts'
import { createRestoreWatch } from '../../src/backup/restore-watch.ts'
import { readConfig } from '../../src/config.ts'
import { createRule } from '../support/alerts.ts'
import { commandLinePublisher, dataFolder, startService } from '../support/service-process.ts'
import { startTestApp } from '../support/test-app.ts'
import { type Json, record, send, type TestPublisher } from '../support/test-publisher.ts'
import { userOf } from '../support/users.ts'
import { environmentOf, runFasti } from './run-fasti.ts'

const RECORDS = 100

describe('a backup', () => {
  it(
    'made while batches come in has whole ones, and goes back while they do',
    { timeout: 60_000 },
    async () => {
      const folder = await dataFolder()
      const settings = { FASTI_BATCH_INTERVAL_MS: '0', FASTI_DATA: folder }
      const service = await startService(settings)
      const club = await commandLinePublisher(settings, service.url)
      const { svcId } = await club.subscriber()
      const client = keepSending(club, svcId)
      await client.acknowledged(3 * RECORDS)

      const before = [...client.promised]
      const file = join(folder, 'copy.db')
      const made = await runFasti(['backup', file], settings)
      expect(made, made.stderr).toMatchObject({ code: 0, stdout: '' })
      expect(made.stderr).toContain(`Keep ${join(folder, 'key')} too`)
      const after = client.promised.length
      await client.acknowledged(after + 2 * RECORDS)

      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(readdirSync(folder).filter((name) => /partial|copy\.db-/.test(name))).toEqual([])
      const copied = referencesIn(file)
      expect(before.filter((reference) => !copied.has(reference))).toEqual([])
      for (const batch of client.sent)
        expect([0, RECORDS]).toContain(batch.filter((one) => copied.has(one)).length)

      const restored = await runFasti(['restore', file], settings)
      expect(restored.code, restored.stderr).toBe(0)
      const [, kept = ''] = /is in (\S+)\.\n/.exec(restored.stderr) ?? []
      await client.acknowledged(client.promised.length + 2 * RECORDS)
      await client.stop()

      // The database from before is whole too, and has all that the backup has.
      const lost = referencesIn(kept)
      expect([...copied].filter((reference) => !lost.has(reference))).toEqual([])
      // The service went on, on what was restored: every batch that is there is whole.
      const now = referencesIn(join(folder, 'fasti.db'))
      expect([...copied].filter((reference) => !now.has(reference))).toEqual([])
      for (const batch of client.sent)
        expect([0, RECORDS]).toContain(batch.filter((one) => now.has(one)).length)
      expect(client.sent.at(-1)!.every((reference) => now.has(reference))).toBe(true)
      expect(client.refused).toEqual([])
      service.signal('SIGTERM')
      expect(await service.ended()).toBe(0)
    },
  )

  it(
    'goes back with numbers nobody has seen, without sessions and without who was erased since',
    { timeout: 60_000 },
    async () => {
      const app = await startTestApp('sqlite', { config: (config) => ({ ...config, batchIntervalMs: 0 }) })
      const environment = environmentOf(app.ctx.config)
      const club = await app.publisher()
      const owner = await userOf(app, club, 'owner')
      const calendarId = await club.calendar()
      const eventId = await club.event(calendarId, { name: 'As it was' })
      const fan = await club.subscriber(undefined, [calendarId])
      const gone = await club.subscriber('gone@somewhere.example', [calendarId])
      const ruleId = await createRule(club)
      for (const { svcId } of [fan, gone])
        await app.ctx.db
          .insertInto('alert_recipient')
          .values({
            ...{ publisher_id: club.id, alert_id: 'a', subscriber_id: svcId, state: 'told' },
            ...{ told: '{}', attempts: 0, next_at: 0, at: 1 },
          })
          .execute()
      const file = join(app.ctx.config.dataDir, 'copy.db')
      await mkdir(app.ctx.config.dataDir, { recursive: true })
      const noticed: string[] = []
      const watch = createRestoreWatch(app.ctx, () => noticed.push('stop'))
      await watch()
      expect((await runFasti(['backup', file], environment)).code).toBe(0)

      for (const name of ['Later', 'Last']) await club.put(`/event/${eventId}`, { name })
      expect((await owner.delete(`/subscribers/${gone.svcId}`)).status).toBe(200)
      expect((await club.delete(`/admin/api/alert-rules/${ruleId}`)).status).toBe(200)
      const lost = await club.subscribe(fan.email, [calendarId])
      const seen = await send(fan.feedUrl)
      expect(seen.text).toContain('SUMMARY:Last')
      const etag = seen.headers.get('etag')!

      const restored = await runFasti(['restore', file], environment)
      expect(restored, restored.stderr).toMatchObject({ code: 0 })
      expect(restored.stderr).toContain('erased once more who was erased since the backup: 1')
      const old = await send(fan.feedUrl, { headers: { 'if-none-match': etag } })
      expect(old.status).toBe(200)
      expect(old.text).toContain('SUMMARY:As it was')
      expect(numberOf(old.text, 'SEQUENCE')).toBeGreaterThan(numberOf(seen.text, 'SEQUENCE'))
      expect(stampOf(old.text) >= stampOf(seen.text)).toBe(true)
      expect(Date.parse(old.headers.get('last-modified')!)).toBeGreaterThanOrEqual(
        Date.parse(seen.headers.get('last-modified')!),
      )
      expect((await owner.get('/me')).status).toBe(401)
      expect((await club.get(`/subscriber/${gone.svcId}`)).status).toBe(404)
      expect((await send(gone.feedUrl)).text).toContain('subscription ended')
      expect((await club.get('/admin/api/alert-rules')).body.data).toMatchObject([{ id: ruleId }])
      const told = await app.ctx.db.selectFrom('alert_recipient').select('subscriber_id').execute()
      expect(told).toEqual([{ subscriber_id: fan.svcId }])

      // A link that was given since the backup is not given again.
      expect((await club.subscribe(fan.email, [calendarId])).text).not.toBe(lost.text)

      // The next changes get numbers of their own too: nothing that was made of the old ones is taken for them.
      for (const name of ['Anew', 'Once more']) await club.put(`/event/${eventId}`, { name })
      const renewed = await send(fan.feedUrl, {
        headers: { 'if-none-match': `${etag}, ${old.headers.get('etag')}` },
      })
      expect(renewed.status).toBe(200)
      expect(renewed.text).toContain('SUMMARY:Once more')
      await watch()
      expect(noticed).toEqual([])
      expect(app.log.some((line) => line.includes('the database was restored'))).toBe(true)
      // Another installation's keys are not those that are in memory.
      await app.ctx.db.updateTable('service').set({ value: 'then' }).where('name', '=', 'restored').execute()
      await app.ctx.db.updateTable('service').set({ value: 'other' }).where('name', '=', 'link-key').execute()
      await watch()
      expect(noticed).toEqual(['stop'])
      await app.close()
    },
  )

  it(
    'is refused where it is damaged, foreign, newer, or sealed with another key',
    { timeout: 60_000 },
    async () => {
      const folder = await dataFolder()
      const settings = { FASTI_DATA: join(folder, 'data') }
      await runFasti(['publisher', 'create', '--email', 'o@club.example', '--company', 'Club'], settings)
      const file = join(folder, 'copy.db')
      expect((await runFasti(['backup', file], settings)).code).toBe(0)
      expect(await runFasti(['backup', file], settings)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is there already'),
      })
      const before = stateOf(join(folder, 'data'))

      const variant = (name: string, change: (path: string) => void) => {
        const path = join(folder, name)
        copyFileSync(file, path)
        change(path)
        return path
      }
      const refused: [path: string, reason: string, over?: NodeJS.ProcessEnv][] = [
        [variant('cut.db', (path) => truncateSync(path, 200_000)), 'is damaged'],
        [
          variant('text.db', (path) => writeFileSync(path, 'BEGIN:VCALENDAR')),
          'is no backup of a SQLite database',
        ],
        [foreign(join(folder, 'foreign.db')), 'is no backup of Fasti'],
        [
          variant('newer.db', (path) => run(path, `insert into kysely_migration values ('999-newer', 'x')`)),
          'newer version of Fasti',
        ],
        [file, 'FASTI_KEY', { FASTI_KEY: Buffer.alloc(32, 7).toString('base64') }],
      ]
      for (const [path, reason, over] of refused) {
        const config = readConfig({ ...settings, ...over })
        if (config.db.kind !== 'sqlite') throw new Error('SQLite is what there is by default')
        await expect(restoreSqlite({ ...config, db: config.db }, path, Date.now()), path).rejects.toThrow(
          reason,
        )
      }
      const missing = await runFasti(['restore', join(folder, 'missing.db')], settings)
      expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('is not there') })
      expect(stateOf(join(folder, 'data'))).toEqual(before)
    },
  )

  it('of PostgreSQL says what it needs', async () => {
    const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PATH: '/nonexistent' }
    const folder = await dataFolder()
    const file = join(folder, 'copy.dump')
    expect(await runFasti(['backup', file], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("pg_dump is not there. Install PostgreSQL's client programs"),
    })
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, 'x')
    expect(await runFasti(['restore', file], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('pg_restore is not there'),
    })
  })
})

/** Sends one batch after the other, and keeps the references of those that were acknowledged. */
function keepSending(club: TestPublisher, svcId: string) {
  const sent: string[][] = []
  const promised: string[] = []
  const refused: Json[] = []
  let goOn = true
  const done = (async () => {
    while (goOn) {
      const events = Array.from({ length: RECORDS }, () => record(svcId))
      const references = events.map((event) => event.reference as string)
      sent.push(references)
      const answer = await club.post('/batch/events', { type: 'private', events })
      if (answer.status === 207) promised.push(...references)
      // While the backup goes back a writer may be told to come again.
      else if (answer.status !== 503) refused.push(answer.text)
    }
  })()
  return {
    ...{ sent, promised, refused },
    acknowledged: (records: number) =>
      expect.poll(() => promised.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(records),
    async stop() {
      goOn = false
      await done
    },
  }
}

function referencesIn(file: string): Set<string> {
  const database = new DatabaseSync(file, { readOnly: true })
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  const rows = database.prepare('select reference from event').all()
  database.close()
  return new Set(rows.map((row) => row.reference as string))
}

function foreign(file: string): string {
  run(file, 'create table kysely_migration (name text)')
  return file
}

function run(file: string, statement: string): void {
  const database = new DatabaseSync(file)
  database.exec(statement)
  database.close()
}

/** The files of a folder, and what the database in it says. */
function stateOf(folder: string) {
  const database = new DatabaseSync(join(folder, 'fasti.db'), { readOnly: true })
  const rows = database.prepare('select * from publisher_revision').all()
  const service = database.prepare('select * from service order by name').all()
  database.close()
  return { files: readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name)), rows, service }
}

function numberOf(feed: string, property: string): number {
  return Number(new RegExp(`^${property}:(\\d+)`, 'm').exec(feed)![1])
}

function stampOf(feed: string): string {
  return /^DTSTAMP:(\w+)/m.exec(feed)![1]!
}
