import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { DATABASES } from './support/databases.ts'
import { startTestApp } from './support/test-app.ts'
import { send } from './support/test-publisher.ts'

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
