import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { DATABASES } from './support/databases.ts'
import { startTestApp } from './support/test-app.ts'
import { newCalendar, send } from './support/test-publisher.ts'

describe.each(DATABASES)('readiness on %s', (kind) => {
  it('ends with the signal to stop, and where a migration is missing', async () => {
    const app = await startTestApp(kind)
    const ready = () => send(`${app.url}/readyz`)
    expect(await ready()).toMatchObject({ status: 200, body: { statusLong: 'OK' } })
    await sql`delete from kysely_migration where name = '001-initial'`.execute(app.ctx.db)
    expect(await ready()).toMatchObject({
      status: 503,
      body: { statusLong: 'The database lacks the migration 001-initial' },
    })
    await sql`insert into kysely_migration values ('001-initial', '2027-01-01')`.execute(app.ctx.db)
    // A newer program beside us is no reason to go.
    await sql`insert into kysely_migration values ('999-newer', '2027-01-01')`.execute(app.ctx.db)
    expect((await ready()).status).toBe(200)
    app.ctx.stopping.abort()
    expect(await ready()).toMatchObject({ status: 503, body: { statusLong: 'The service is stopping' } })
    expect((await send(`${app.url}/healthz`)).status).toBe(200)
    await app.close()
  })
})

it('is not there on a PostgreSQL that takes no writes, such as a standby', async () => {
  const app = await startTestApp('postgres')
  const club = await app.publisher()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.ctx.db)
  const setReadOnly = async (on: boolean) => {
    const client = new pg.Client(inject('postgresUrl'))
    await client.connect()
    await client.query(`alter database ${rows[0]!.name} set default_transaction_read_only = ${on}`)
    // The setting is for new connections.
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      rows[0]!.name,
    ])
    await client.end()
  }
  await setReadOnly(true)
  const refused = { status: 503, body: { statusLong: 'The database can not be written to' } }
  await expect.poll(() => send(`${app.url}/readyz`)).toMatchObject(refused)
  const change = await club.post('/calendar', newCalendar())
  expect(change).toMatchObject({
    status: 503,
    body: { statusLong: 'The database can not be written to. Try again.' },
  })
  expect(change.headers.get('retry-after')).toBe('5')
  await setReadOnly(false)
  await expect.poll(async () => (await send(`${app.url}/readyz`)).status).toBe(200)
  await app.close()
})

it('is not there while SQLite can not write, and comes back', async () => {
  const app = await startTestApp('sqlite')
  await sql`pragma query_only = on`.execute(app.ctx.db)
  expect(await send(`${app.url}/readyz`)).toMatchObject({
    status: 503,
    body: { statusLong: 'The database can not be written to' },
  })
  await sql`pragma query_only = off`.execute(app.ctx.db)
  expect((await send(`${app.url}/readyz`)).status).toBe(200)
  await app.close()
})
