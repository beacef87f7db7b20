import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openContext } from '../../src/context.ts'
import { buildServer } from '../../src/http/server.ts'
import { signMd5 } from '../../src/signing/signature.ts'
import { type DatabaseKind, DATABASES, freshDatabaseUrl } from '../support/databases.ts'
import { readCalendar } from '../support/read-calendar.ts'
import type { Json } from '../support/test-publisher.ts'
import { runFasti } from './run-fasti.ts'

/** Half a year of reads takes a while in PostgreSQL beside other tests. */
const FILLING_MS = 240_000

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

describe.each(DATABASES)('fasti demo on %s', (kind) => {
  it('fills an empty database, and all it prints works', async () => {
    const env = await freshEnvironment(kind)
    const ran = await runFasti(['demo'], env, '', FILLING_MS)
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    const [summary] = ran.stdout.split('\n')
    expect(summary).toBe(
      'Lantern Coast League: 12 calendars, 156 events, 200 subscribers, 133 private events',
    )
    const get = await serve(env)

    const matches = readCalendar(await get(addressIn(ran.stdout, 'Calendar')))
    const kickOffs = matches.filter((match) => !match.allDay).map((match) => new Date(match.start))
    expect(kickOffs).toHaveLength(20) // the last two rounds are drafts
    expect(matches.filter((match) => match.allDay)).toHaveLength(2)
    expect(
      kickOffs.some((at) => at.getTime() < Date.now()) && kickOffs.some((at) => at.getTime() > Date.now()),
    ).toBe(true)
    // Kick-offs are at the same local times all season, so a clock change moves them in UTC.
    const offsets = new Set(kickOffs.map((at) => londonHour(at) - at.getUTCHours()))
    expect(offsets.size).toBe(2)

    const own = readCalendar(await get(addressIn(ran.stdout, 'Feed')))
    expect(own.some((event) => event.summary.startsWith('Your seat: '))).toBe(true)
    // A follower of two clubs has their match once.
    const titles = own.map((event) => `${event.summary} ${event.start}`)
    expect(new Set(titles).size).toBe(titles.length)
    const listed = JSON.parse(await get(/^curl '(.*)'$/m.exec(ran.stdout)![1]!))
    expect(listed).toMatchObject({ status: '200', data: { length: 5 } })

    const ask = async (path: string) => JSON.parse(await get(signed(ran.stdout, `/admin/api${path}`))).data
    // Reach is null while it is counted for the first time, which takes a while on a busy machine.
    let changes: Json
    await expect
      .poll(
        async () => {
          changes = await ask('/changes')
          return changes.filter(({ reach }: Json) => reach === null)
        },
        { timeout: 60_000 },
      )
      .toEqual([])
    expect(new Set(changes.flatMap((change: Json) => change.kinds))).toEqual(
      new Set(['moved', 'place', 'calledOff', 'onAgain']),
    )
    const [alert] = await ask('/alerts')
    expect(alert).toMatchObject({ state: 'done', askedBy: 'Robin Harbour', counts: { waiting: 0 } })
    expect(alert.counts.told).toBeGreaterThan(0)
    expect(await ask('/alert-rules')).toMatchObject([{ active: true }])
    const shares = changes.map(({ reach }: Json) => reach.reached / reach.active)
    expect(shares[0]).toBeLessThan(0.9)
    expect(shares.at(-1)).toBeGreaterThan(0.8)
    const { revision, calendarId } = changes.at(-1)
    const { curve, halfAfter, lags } = await ask(`/changes/${revision}/reach?calendarId=${calendarId}`)
    expect(curve.length).toBeGreaterThan(5)
    expect(halfAfter).toBeGreaterThan(10)
    expect(lags.map((lag: Json) => lag.application)).toContain('Google Calendar')
  }, 300_000)
})

it('is served from a folder of its own, which is gone at the end, and its link leads into the portal', async () => {
  const temporary = await mkdtemp(path.join(tmpdir(), 'fasti-demo-test-'))
  cleanUps.push(() => rm(temporary, { recursive: true, force: true }))
  const child = spawn(process.execPath, ['src/main.mjs', 'demo', '--serve'], {
    env: { PATH: process.env.PATH, TMPDIR: temporary },
  })
  cleanUps.push(async () => child.kill('SIGKILL'))
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    if (printed.includes('Ctrl-C ends it')) break
  }
  const link = new URL(addressIn(printed, 'Portal'))
  const redeemed = await fetch(new URL('/admin/api/session/redeem', link), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: link.origin },
    body: JSON.stringify({ token: link.hash.slice(1) }),
  })
  expect(await redeemed.json()).toMatchObject({ data: { user: { name: 'Robin Harbour', role: 'owner' } } })
  expect(readCalendar(await (await fetch(addressIn(printed, 'Calendar'))).text())).toHaveLength(22)
  expect(await readdir(temporary)).toHaveLength(1)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await readdir(temporary)).toEqual([])
})

it('refuses a database that has a publisher', async () => {
  const env = await freshEnvironment('sqlite')
  await runFasti(['publisher', 'create', '--email', 'me@example.com', '--company', 'My club'], env)
  expect(await runFasti(['demo'], env)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('The database is not empty: it has the publisher "My club"'),
  })
})

async function freshEnvironment(kind: DatabaseKind) {
  const { url, dispose } = await freshDatabaseUrl(kind)
  const data = await mkdtemp(path.join(tmpdir(), 'fasti-demo-'))
  cleanUps.push(dispose, () => rm(data, { recursive: true, force: true }))
  return { DATABASE_URL: url, FASTI_DATA: data, FASTI_URL: 'http://demo.test', LOG_LEVEL: 'silent' }
}

/** Answers a function that gets printed addresses from a service on the same database. */
async function serve(env: NodeJS.ProcessEnv) {
  const ctx = await openContext(readConfig(env))
  const app = await buildServer(ctx)
  cleanUps.push(
    () => ctx[Symbol.asyncDispose](),
    () => app.close(),
  )
  return async (address: string) => {
    const answer = await app.inject(address.replace('http://demo.test', ''))
    expect(answer.statusCode).toBe(200)
    return answer.body
  }
}

function addressIn(output: string, label: string): string {
  return new RegExp(`^${label} +(\\S+)`, 'm').exec(output)![1]!
}

/** An address of the API, signed with the printed key. */
function signed(output: string, path: string): string {
  const url = new URL(path, 'http://demo.test')
  url.searchParams.append('apiKey', addressIn(output, 'API key'))
  const query = [...url.searchParams]
  const sign = signMd5(addressIn(output, 'Secret'), { query, body: Buffer.alloc(0) })
  url.searchParams.append('apiSign', sign)
  return url.href
}

function londonHour(at: Date): number {
  return Number(at.toLocaleString('en-GB', { timeZone: 'Europe/London', hour: '2-digit', hour12: false }))
}
