import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startUpkeep } from '../../src/upkeep.ts'
import { freshDatabaseUrl } from '../support/databases.ts'
import { useReceiver } from '../support/receiver.ts'
import { startService } from '../support/service-process.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { send } from '../support/test-publisher.ts'

const receiver = useReceiver()

/**
 * A role for which all rows of one publisher are on a node of a spread database that is away: each statement that meets
 * one of them fails as Citus lets it fail. Others work, and so do the tables that are whole on each node.
 */
async function awayFor(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  const role = `tenant_${new URL(url).pathname.slice(1)}`
  await client.query(`
    create table node_away (publisher_id integer);
    create function is_there(id integer) returns boolean language plpgsql stable as $$ begin
      if exists (select 1 from node_away where publisher_id = id) then
        raise exception 'connection to the remote node worker-2:5432 failed' using errcode = '08006';
      end if;
      return true;
    end $$;
    create role ${role} login password 'secret';
    grant usage on schema public to ${role};
    grant all on all tables in schema public to ${role};`)
  const { rows } = await client.query<{ name: string }>(`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and c.column_name = 'publisher_id' and t.table_type = 'BASE TABLE'
      and c.table_name not in ('directory', 'node_away')`)
  for (const { name } of rows)
    await client.query(
      `alter table "${name}" enable row level security;
       create policy there on "${name}" using (is_there(publisher_id))`,
    )
  return {
    async forget() {
      await client.query(`drop owned by ${role}; drop role ${role}`)
      await client.end()
    },
    url: Object.assign(new URL(url), { username: role, password: 'secret' }).href,
    async away(id: number | 'nobody') {
      await client.query(id === 'nobody' ? 'delete from node_away' : `insert into node_away values (${id})`)
    },
  }
}

async function readBy(app: TestApp, feedUrl: string, agent: string): Promise<number> {
  const { status } = await send(app.url + new URL(feedUrl).pathname, { headers: { 'user-agent': agent } })
  return status
}

it('goes on with all other publishers when the node of one is away', { timeout: 60_000 }, async () => {
  const { url, dispose } = await freshDatabaseUrl('postgres', { tables: true })
  const spread = await awayFor(url)
  const app = await startTestApp('postgres', {
    worker: true,
    config: (config) => ({
      ...config,
      db: { ...config.db, kind: 'postgres', url: spread.url, connections: 10 },
    }),
  })
  onTestFinished(async () => {
    await app.close()
    await spread.forget()
    await dispose()
  })
  const [gone, well] = [await app.publisher(), await app.publisher()]
  const fans = await Promise.all([gone, well].map((club) => club.subscriber('fan@example.com')))
  await well.callback(`${receiver.url}/well`)
  await readBy(app, fans[0]!.feedUrl, 'Google-Calendar-Importer')
  await readBy(app, fans[1]!.feedUrl, 'Google-Calendar-Importer')

  await spread.away(gone.id)
  expect(await readBy(app, fans[0]!.feedUrl, 'Thunderbird')).toBe(503)
  expect(await readBy(app, fans[1]!.feedUrl, 'Thunderbird')).toBe(200)

  // What was counted of the others is written, and can be read before.
  const readsOf = async () =>
    (await well.get(`/subscriber/${fans[1]!.svcId}`)).body.data.totalActivity as number
  expect(await readsOf()).toBe(2)
  await expect(app.ctx.feedReads.flush()).rejects.toThrow('remote node')
  await expect(app.ctx.requestLog.flush()).rejects.toThrow('remote node')
  expect(await readsOf()).toBe(2)

  // Webhooks of the others go out.
  await well.subscribe('second@example.com', [])
  await expect.poll(() => receiver.at('/well').length, { timeout: 10_000 }).toBeGreaterThan(0)

  // The upkeep tells of it once, not each time.
  const stopping = new AbortController()
  startUpkeep(app.ctx, stopping.signal, { sweeps: false })
  await readBy(app, fans[1]!.feedUrl, 'Thunderbird')
  await expect
    .poll(() => app.log.some((line) => line.includes('upkeep failed')), { timeout: 10_000 })
    .toBe(true)
  stopping.abort()
  expect(app.log.filter((line) => line.includes('feeds failed'))).toHaveLength(1)

  // A process can start.
  const service = await startService({ DATABASE_URL: spread.url, FASTI_DATA: app.ctx.config.dataDir })
  expect((await send(`${service.url}/readyz`)).status).toBe(200)
  service.signal('SIGTERM')
  expect(await service.ended()).toBe(0)

  // When the node is back, what was counted meanwhile is written.
  await spread.away('nobody')
  await app.ctx.feedReads.flush()
  expect(await readBy(app, fans[0]!.feedUrl, 'Thunderbird')).toBe(200)
  expect((await gone.get(`/subscriber/${fans[0]!.svcId}`)).body.data.totalActivity).toBe(2)
})
