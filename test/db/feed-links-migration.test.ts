import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { loadDump } from '../../proofs/schemas/dumps.ts'
import { KEY } from '../../proofs/schemas/one-of-everything.ts'
import { ask } from '../../proofs/stored.ts'
import { readConfig } from '../../src/config.ts'
import { openContext } from '../../src/context.ts'
import { buildServer } from '../../src/http/server.ts'
import { listLinks } from '../../src/subscribers/link-store.ts'
import { DATABASES, freshDatabaseUrl } from '../support/databases.ts'
import { send } from '../support/test-publisher.ts'

const JOINED = Date.parse('2027-01-01T10:00:00Z')
const ENDS = [JOINED + 1000, JOINED + 5000]

it.each(DATABASES)('an upgrade from 0.1.0 keeps every address of a feed on %s', async (kind) => {
  const { url, dispose } = await freshDatabaseUrl(kind)
  onTestFinished(dispose)
  const folder = await mkdtemp(join(tmpdir(), 'fasti-links-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { publisherId, svcId, calendarId } = await loadDump('0.1.0', kind, url)
  const place = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : url
  const changed = `rotations = '${JSON.stringify(ENDS)}', created = ${JOINED}`
  await ask(place, `update subscriber set ${changed} where id = '${svcId}'`, { readOnly: false })
  const others = await ask(place, `select id, created, rotations from subscriber where id <> '${svcId}'`)
  const [read] = await ask(
    place,
    `select last_read_at, application from feed_read where subscriber_id = '${svcId}'`,
  )

  const env = { DATABASE_URL: url, FASTI_DATA: folder, FASTI_KEY: KEY.toString('base64') }
  await using ctx = await openContext(readConfig(env), { log: pino({ level: 'silent' }) })
  const links = await listLinks(ctx.db, publisherId, svcId)
  expect(
    links.map(({ number, created, confirmedAt, endedAt }) => [number, created, confirmedAt, endedAt]),
  ).toEqual([
    [0, JOINED, JOINED, ENDS[0]],
    [1, ENDS[0], ENDS[0], ENDS[1]],
    [2, ENDS[1], ENDS[1], null],
  ])
  // It is not known which of the three was read.
  expect(read).toBeDefined()
  expect(links.map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null, null])
  expect(others.length).toBeGreaterThan(0)
  for (const { id, created } of others) {
    const [link, ...more] = await listLinks(ctx.db, publisherId, id as string)
    expect(link).toMatchObject({ number: 0, created: Number(created), endedAt: null })
    expect(more).toEqual([])
  }

  const app = await buildServer(ctx)
  onTestFinished(() => app.close())
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const feedOf = async (number: number) => {
    const token = ctx.links.token('feed', { publisherId, id: svcId, number })
    return (await send(`${address}/feed/${token}/x.ics`)).text
  }
  for (const ended of [0, 1]) {
    const feed = await feedOf(ended)
    expect(feed).toContain('subscription ended')
    expect(feed).toContain(`-ended-${ended}@`)
  }
  expect(await feedOf(2)).toContain('Your seat')
  const calendars = await ctx.db.selectFrom('calendar').select('id').execute()
  expect(calendars.map(({ id }) => id)).toContain(calendarId)
})
