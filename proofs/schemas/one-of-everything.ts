import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { insertImage } from '../../src/images/image-store.ts'
import { saveImportSource } from '../../src/imports/import-source-store.ts'
import { addRedirect } from '../../src/redirects/save-redirect.ts'
import { newWorld } from '../../test/support/admin-requests.ts'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'
import { record, send } from '../../test/support/test-publisher.ts'
import { PASSWORD } from '../../test/support/users.ts'

/** Seals the secrets in the dumps. It is in the source for everybody to see: so are the secrets it seals. */
export const KEY = Buffer.alloc(32, 'fasti')

type Value = string | number | Uint8Array | null
export type Row = Record<string, Value>

/** The ids and secrets that are needed to use a filled database. */
export interface Facts {
  publisherId: number
  apiKey: string
  secret: string
  widgetId: string
  email: string
  password: string
  calendarId: string
  svcId: string
  /** Without the host. */
  feedPath: string
  callbackId: string
  callbackSecret: string
}

export interface Filled {
  facts: Facts
  /** By table. */
  rows: Map<string, Row[]>
}

/** Makes one of everything through the front door, and reads what it left in the database. */
export async function fillOneOfEverything(): Promise<Filled> {
  const config = <T extends { sealing: object }>(all: T): T => ({
    ...all,
    sealing: { ...all.sealing, keys: [KEY] },
    http: { ...(all as unknown as { http: object }).http, trustedProxies: 1 },
    batchIntervalMs: 0,
  })
  const app = await startTestApp('sqlite', { config })
  try {
    const facts = await fill(app)
    return { facts, rows: await readRows(app) }
  } finally {
    await app.close()
  }
}

async function fill(app: TestApp): Promise<Facts> {
  const { club, owner } = await newWorld(app)
  const calendarId = await club.calendar({ name: 'First team' })
  await club.event(calendarId, { name: 'City v Town' })
  await club.event(calendarId, { name: 'City v Rovers', cancelled: 1 })
  const fan = await club.subscriber('reader@example.com', [calendarId])
  await club.privateEvent(fan.svcId, { name: 'Your seat' })
  const events = [record(fan.svcId, { reference: 'kept' })]
  await club.post('/batch/events', { type: 'private', events }, { 'idempotency-key': 'kept' })
  await club.account()
  const gone = await club.subscriber('gone@example.com', [calendarId])
  await club.post(`/subscriber/${gone.svcId}/unsubscribe`)
  const erased = await club.subscriber('erased@example.com', [calendarId])
  await owner.delete(`/subscribers/${erased.svcId}`)
  const { id: callbackId, signingSecret } = await club.callback('https://hook.example.com/')
  await owner.post('/api-keys', { name: 'Box office' })
  await owner.post('/me/totp', { password: PASSWORD }) // never confirmed, so that a password is enough
  const bytes = Buffer.from('not really a picture')
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 24)
  const image = { publisherId: club.id, id, contentType: 'image/png' as const, bytes }
  await insertImage(app.ctx.db, image, app.ctx.now())
  await addRedirect(app.ctx, club.id, 'https://old.example.com/fan.ics', fan.svcId)
  const source = { kind: 'address', name: 'https://example.com/a.ics', calendarId } as const
  const options = { draft: false, removeMissing: false }
  await saveImportSource(app.ctx.db, { publisherId: club.id, ...source, options, lastRunAt: app.ctx.now() })
  await send(fan.feedUrl)
  for (const gathered of [app.ctx.feedReads, app.ctx.clicks, app.ctx.keyUse]) await gathered.flush()
  return {
    ...{ publisherId: club.id, apiKey: club.apiKey, secret: club.secret, widgetId: club.widgetId },
    ...{ email: owner.email, password: PASSWORD, calendarId, svcId: fan.svcId },
    ...{ feedPath: new URL(fan.feedUrl).pathname, callbackId, callbackSecret: signingSecret },
  }
}

async function readRows({ ctx }: TestApp): Promise<Map<string, Row[]>> {
  const tables = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'
    order by rowid`.execute(ctx.db)
  const all = new Map<string, Row[]>()
  for (const { name } of tables.rows)
    all.set(name, (await sql<Row>`select * from ${sql.table(name)}`.execute(ctx.db)).rows)
  return all
}
