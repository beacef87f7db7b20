import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Config } from '../../src/config.ts'
import { whoseRows } from '../../src/db/whose.ts'
import { startUpkeep } from '../../src/upkeep.ts'
import type { Sender } from '../../src/webhooks/sender.ts'
import { ACROSS, TOGETHER } from '../support/across-publishers.ts'
import { type FakeGoogle, startGoogle } from '../support/google/start.ts'
import { googleConfig } from '../support/google-app.ts'
import { judge, type Judgement, publishersOf } from '../support/judge-statement.ts'
import { type FakeMicrosoft, startMicrosoft } from '../support/microsoft/start.ts'
import { microsoftConfig } from '../support/microsoft-app.ts'
import { type Statement, watchStatements } from '../support/statements.ts'
import type { TestApp } from '../support/test-app.ts'
import {
  walkAdmin,
  walkApi,
  walkGoogle,
  walkOutlook,
  walkPublic,
  walkSetUp,
} from '../support/walk-service.ts'
import { type WalkedApp, walkedApp } from '../support/walked-app.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOT_JUDGED = /^(begin|commit|rollback|set local synchronous_commit)\b/i

/** Routes that are not walked. */
const NOT_WALKED: [route: RegExp, reason: string][] = [
  [/^GET \/(docs\/|assets\/)/, 'files'],
  [/^DELETE \/apiv2\/calendar$/, 'always refuses'],
  [/ \/dav$/, 'the same handler as /dav/*'],
  [/^(?!PROPFIND|GET) ?\w* \/\.well-known\/caldav$/, 'the same redirect as GET'],
  [/^(PUT|PATCH|MKCOL|MKCALENDAR|COPY|MOVE|LOCK|UNLOCK|ACL) \/dav\/\*$/, 'always refuses'],
  [/^GET \/sitemap\.xml$/, 'is there only where there is one publisher'],
]

const receiver: Sender = {
  send: (url) => {
    const ok = url.endsWith('/another')
    return Promise.resolve({
      ok,
      status: ok ? 200 : 500,
      error: ok ? null : 'answered 500',
      answer: '',
      durationMs: 1,
    })
  },
  close: () => Promise.resolve(),
}

describe('every statement', () => {
  let walked: WalkedApp
  let google: FakeGoogle
  let microsoft: FakeMicrosoft
  let client: pg.Client
  const judged = new Map<string, Judgement>()
  let seen: Statement[] = []
  let clock = Date.parse('2027-03-01T12:00:00Z')

  beforeAll(async () => {
    google = await startGoogle({ redirectUris: ['https://fasti.test/google/callback'] })
    microsoft = await startMicrosoft({ redirectUris: ['https://fasti.test/microsoft/callback'] })
    const config = (read: Config) => {
      return { ...read, google: googleConfig(google), microsoft: microsoftConfig(microsoft) }
    }
    walked = await walkedApp({ now: () => (clock += 300), worker: true, sender: receiver, config })
    const { app } = walked
    const watched = watchStatements()
    try {
      await walkSetUp(app)
      await walkAdmin(app)
      const club = await app.publisher({ partner: true })
      await walkApi(app, club)
      await walkPublic(app, club)
      await walkGoogle(app, club, google)
      await walkOutlook(app, club, microsoft)
      await walkUpkeep(app, watched.seen)
    } finally {
      watched.stop()
    }
    seen = watched.seen.filter(({ text }) => !NOT_JUDGED.test(text))
    const { db } = app.ctx.config
    client = new pg.Client(db.kind === 'postgres' ? db.url : '')
    await client.connect()
    for (const text of new Set(seen.map((statement) => statement.text)))
      judged.set(text, await judge(client, text))
  })
  afterAll(async () => {
    await client?.end()
    walked?.stop()
    await walked?.app.close()
    await google?.close()
    await microsoft?.close()
  })

  /** All that the upkeep does within an hour, three months later. */
  async function walkUpkeep(app: TestApp, statements: Statement[]): Promise<void> {
    clock += 91 * DAY_MS
    const stopping = new AbortController()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      startUpkeep(app.ctx, stopping.signal)
      vi.advanceTimersByTime(HOUR_MS)
      vi.useRealTimers()
      const done = [
        'batch_answer',
        'request_window',
        'session',
        'sign_in_link',
        'used_nonce',
        'request_log',
        'audit_log',
        'daily_statistic',
        'daily_detail',
        'notification',
      ]
      const missing = () =>
        done.filter(
          (table) =>
            !statements.some(({ text, by }) => by === '' && text.startsWith(`delete from "${table}"`)),
        )
      await vi.waitFor(() => expect(missing()).toEqual([]), { timeout: 40_000 })
    } finally {
      vi.useRealTimers()
      stopping.abort()
    }
  }

  const exceptionOf = (text: string) => ACROSS.find((exception) => exception.text.test(text))

  it('was seen: each route was walked to its end', () => {
    const missed = [...walked.answers]
      .filter(([route]) => !NOT_WALKED.some(([pattern]) => pattern.test(route)))
      .filter(([, statuses]) => !statuses.some((status) => status < 400))
    expect(missed).toEqual([])
    expect(walked.answers.size).toBeGreaterThan(120)
    expect(judged.size).toBeGreaterThan(250)
  })

  it('meets one publisher, or is one of the few that may meet all', () => {
    const across = [...judged].filter(([text, { faults }]) => faults.length > 0 && !exceptionOf(text))
    expect(across.map(([text, { faults }]) => ({ faults, text }))).toEqual([])
    for (const { text, values } of seen) {
      if (exceptionOf(text)) continue
      const judgement = judged.get(text)!
      const several = TOGETHER.some((may) => may.text.test(text))
      if (judgement.tables.length > 0 && !several)
        expect([...publishersOf(judgement, values)], text).toHaveLength(1)
    }
  })

  it('that meets all is needed, locks nothing, and is nobody’s who waits unless it says so', () => {
    for (const { text, requests, reason } of ACROSS) {
      const found = seen.filter((statement) => text.test(statement.text))
      const ofAll = found.filter((statement) => judged.get(statement.text)!.faults.length > 0)
      expect(ofAll.length, reason).toBeGreaterThan(0)
      for (const statement of found) {
        const { writes } = judged.get(statement.text)!
        expect(writes, reason).toBe(/^delete/.test(statement.text))
        if (!requests) expect(statement.by, reason).toBe('')
      }
    }
  })

  it('is known to be of that publisher before it is sent, so that it takes a connection of that share', () => {
    const of = (text: string, values: unknown[]) => {
      const judgement = judged.get(text)!
      if (judgement.tables.length === 0) return undefined
      return judgement.faults.length > 0 ? 'all' : Number([...publishersOf(judgement, values)][0])
    }
    for (const { text, values } of seen)
      if (!exceptionOf(text) && !TOGETHER.some((may) => may.text.test(text)))
        expect(whoseRows(text, values), text).toBe(of(text, values))
  })

  it('of a transaction meets the same publisher', () => {
    const transactions = Map.groupBy(
      seen.filter(({ transaction }) => transaction > 0),
      ({ transaction }) => transaction,
    )
    expect(transactions.size).toBeGreaterThan(100)
    const several = [...transactions.values()].filter((statements) => {
      const met = statements
        .filter(({ text }) => !exceptionOf(text))
        .flatMap(({ text, values }) => [...publishersOf(judged.get(text)!, values)])
      return new Set(met).size > 1
    })
    const mayNot = several.filter(
      (all) => !all.some(({ text }) => TOGETHER.some((may) => may.text.test(text))),
    )
    expect(mayNot.map((all) => all.map(({ by, text, values }) => ({ by, text, values })))).toEqual([])
  })
})
