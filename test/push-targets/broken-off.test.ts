import { describe, expect, it } from 'vitest'
import { runPushTargets } from '../../src/push-targets/worker.ts'
import { freshCookie } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { useMicrosoftApp } from '../support/microsoft-app.ts'
import { expectOk, send } from '../support/test-publisher.ts'
import { BEHIND_PROXY } from '../support/users.ts'

/** More than one batch takes. */
const EVENTS = 30

describe.each(DATABASES)('a turn that breaks off on %s', (kind) => {
  const holder = useMicrosoftApp(kind, { ...BEHIND_PROXY, worker: false })

  it('is made good, also when the choice that it began to write was taken back meanwhile', async () => {
    const { app, microsoft } = holder
    const club = await app.publisher()
    const account = 'fan@outlook.example'
    microsoft.addAccount(account)
    const [first, second] = [await club.calendar(), await club.calendar()]
    for (let n = 0; n < EVENTS; n++) await club.event(second)
    const person = await club.subscriber(undefined, [first, second])
    const cookie = await freshCookie(app, person.manageUrl)
    const follow = async (...calendarIds: string[]) => {
      const body = JSON.stringify({ calendarIds })
      expectOk(await send(`${person.manageUrl}/calendars`, { method: 'POST', headers: { cookie }, body }))
    }
    const asked = await send(`${person.manageUrl}/microsoft`, { method: 'POST', headers: { cookie } })
    const back = new URL(microsoft.decide(expectOk(asked).data.url, { email: account, agrees: true }))
    const kept = asked.headers.getSetCookie().map((line) => line.split(';')[0]!)
    await send(app.url + back.pathname + back.search, { headers: { cookie: kept.join('; ') } })
    const count = () => microsoft.eventsOf(account, microsoft.calendarsOf(account)[0] ?? '').length
    const withWorker = async (until: () => Promise<void>) => {
      const stopping = new AbortController()
      const worker = runPushTargets(app.ctx, stopping.signal)
      await until()
      stopping.abort()
      await worker
    }
    const states = async () =>
      (await app.ctx.db.selectFrom('push_target').select('state').execute()).map(({ state }) => state)

    await withWorker(async () => {
      await expect.poll(states, { timeout: 30_000 }).toEqual(['active'])
      expect(count()).toBe(EVENTS)
    })
    await follow(first)
    microsoft.faults.latencyMs = 60
    await withWorker(() => expect.poll(count, { timeout: 30_000, interval: 10 }).toBeLessThan(EVENTS))
    expect(count()).toBeGreaterThan(0)
    microsoft.faults.latencyMs = 0
    await follow(first, second)
    await withWorker(() => expect.poll(count, { timeout: 30_000 }).toBe(EVENTS))
    expect(microsoft.violations).toEqual([])
  })
})
