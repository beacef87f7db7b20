import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Fault, type PassedRequest, startFaultyProxy } from '../support/faulty-proxy.ts'
import { useTestApp } from '../support/test-app.ts'
import type { Json } from '../support/test-publisher.ts'
import { runHere } from './run-here.ts'

const app = useTestApp('sqlite')
const HEAD = 'svcId,reference,name,startDate,allDay,endDate'
const RECORDS = 40

/** A file of 40 records in a folder of its own, pushed in batches of 10 through a proxy that does as it is told. */
async function start(
  choose: (request: PassedRequest, count: number) => Fault | Promise<Fault>,
  lines?: string[],
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'fasti-push-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const publisher = await app.publisher()
  const { svcId } = await publisher.subscriber()
  const proxy = await startFaultyProxy(app.url, choose)
  const rows = Array.from({ length: RECORDS }, (_, i) => `${svcId},r-${i},Renewal,2027-04-01,yes,2027-04-01`)
  await writeFile(path.join(folder, 'people.csv'), [HEAD, ...(lines ?? rows), ''].join('\n'))
  const report = path.join(folder, 'people.csv.report.csv')
  const { apiKey, secret } = publisher
  const env = { PATH: process.env.PATH, FASTI_CWD: folder, FASTI_API_KEY: apiKey, FASTI_SECRET: secret }
  return {
    proxy,
    push: (...args: string[]) =>
      runHere(['push', 'people.csv', '--batch', '10', '--url', proxy.url, ...args], env),
    /** Begins a push in a process of its own; `within` is a limit the shell sets before. */
    begin: (within = '') => {
      const command = `${within}exec "$0" src/main.mjs push people.csv --batch 10 "$@"`
      const all = ['-c', command, process.execPath, '--url', proxy.url]
      const child = spawn('sh', all, { env })
      onTestFinished(() => void child.kill('SIGKILL'))
      const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
      return {
        signal: (name: NodeJS.Signals) => child.kill(name),
        ended: ended.then(([[code], stdout, stderr]) => ({ code, stdout, stderr })),
      }
    },
    /** Asserts that all is stored once, and that the report has the id of each. */
    expectWhole: async () => {
      const stored: Json[] = (await publisher.get('/batch/events?type=private')).body.data
      const rows = (await readFile(report, 'utf8')).trimEnd().split('\r\n').slice(1)
      expect(rows).toEqual(stored.map((event, index) => `${index + 2},${event.reference},${event.id},added,`))
      expect(stored.map((event) => event.reference)).toEqual(
        Array.from({ length: RECORDS }, (_, i) => `r-${i}`),
      )
    },
  }
}

describe('a push', () => {
  it('goes on through limits, failing gateways and lost answers, and stores nothing twice', async () => {
    const faults: Fault[] = [
      { status: 429, headers: { 'retry-after': '0.1' } },
      'lose-answer',
      'pass',
      'lose-request',
      { status: 503, headers: { 'retry-after': '0.1' } },
    ]
    const { push, expectWhole } = await start((_, count) => faults[count - 1] ?? 'pass')
    const ran = await push()
    expect(ran).toMatchObject({
      code: 0,
      stdout: 'people.csv: 40 added, 0 there already, 0 refused, 0 faulty\n',
    })
    expect(ran.stderr).toMatch(/does not answer: .*; trying again in 1 s/)
    await expectWhole()
  })

  it('gives up when the server stays away, and goes on where it was when run again', async () => {
    let away = false
    const { push, expectWhole, proxy } = await start((_, count) =>
      (away = away || count === 3) ? 'lose-answer' : 'pass',
    )
    const first = await push('--give-up', '1')
    expect(first).toMatchObject({ code: 1, stdout: '' })
    expect(first.stderr).toMatch(
      /does not answer.*\nfasti: stopped before line 22; run the same command again/,
    )
    const sent = proxy.requests.length
    proxy.choose = () => 'pass'
    const second = await push()
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('40 added, 0 there already') })
    expect(second.stderr).toContain('fasti: going on at line 22')
    // The batch whose answer was lost is sent again and gets the same answer; answered batches are not sent.
    const [lost, again] = [proxy.requests[2]!, proxy.requests[sent]!]
    expect(again.body).toBe(lost.body)
    expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
    expect(proxy.requests.length - sent).toBe(2)
    await expectWhole()
  })

  it('ends after the batch under way when it is interrupted', async () => {
    const running: { push?: ReturnType<Awaited<ReturnType<typeof start>>['begin']> } = {}
    const started = await start((_, count) => {
      if (count === 2) running.push!.signal('SIGINT')
      return 'pass'
    })
    running.push = started.begin()
    const ran = await running.push.ended
    expect(ran).toMatchObject({ code: 130, stdout: '' })
    expect(ran.stderr).toMatch(
      /fasti: stopped before line (22|32); run the same command again to go on there\n$/,
    )
    expect(started.proxy.requests.length).toBeLessThan(4)
    expect(await started.push()).toMatchObject({ code: 0 })
    await started.expectWhole()
  })

  it('ends at once when it is interrupted while it waits for a server that is away', async () => {
    const { begin, push, proxy, expectWhole } = await start((_, count) =>
      count === 2 ? { status: 503, headers: { 'retry-after': '300' } } : 'pass',
    )
    const running = begin()
    await expect.poll(() => proxy.requests.length).toBe(2)
    // The answer is there by then. Another signal could end a process whose handlers are gone already.
    await sleep(500)
    running.signal('SIGINT')
    const ran = await running.ended
    expect(ran).toMatchObject({ code: 130, stderr: expect.stringContaining('stopped before line 12') })
    expect(await push()).toMatchObject({ code: 0 })
    await expectWhole()
  })

  it('is none the worse for being killed', async () => {
    const running: { push?: ReturnType<Awaited<ReturnType<typeof start>>['begin']> } = {}
    const started = await start((_, count) => {
      if (count === 3) running.push!.signal('SIGKILL')
      return 'pass'
    })
    running.push = started.begin()
    await running.push.ended
    expect(await started.push()).toMatchObject({ code: 0, stdout: expect.stringContaining('40 added') })
    await started.expectWhole()
  })

  it('stops where its report can not be written, and is whole when there is room again', async () => {
    // Each row of the report has some 45 bytes, so that the third batch does not fit into a kilobyte.
    const { begin, push, expectWhole } = await start(() => 'pass')
    const full = await begin('ulimit -f 2; ').ended
    expect(full).toMatchObject({ code: 1, stdout: '' })
    expect(full.stderr).toMatch(/The report .*people\.csv\.report\.csv can't be written: EFBIG/)
    expect(await push()).toMatchObject({ code: 0, stdout: expect.stringContaining('40 added') })
    await expectWhole()
  })

  it('does not go on with another file, nor at another server', async () => {
    const { push } = await start((_, count) =>
      count === 2 ? { status: 403, body: '{"statusLong":"No"}' } : 'pass',
    )
    expect(await push()).toMatchObject({ code: 1, stderr: expect.stringContaining('fasti: No\n') })
    const other = await push('--url', app.url)
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('of a push that was stopped') })
  })
})
