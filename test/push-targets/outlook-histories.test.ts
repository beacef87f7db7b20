import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/demo/random.ts'
import { runPushTargets } from '../../src/push-targets/worker.ts'
import { freshCookie } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { eventsOfFeed, type SeenEvent } from '../support/google-events.ts'
import { eventsInOutlook, useMicrosoftApp, withLastReminder } from '../support/microsoft-app.ts'
import { expectOk, send } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const HISTORIES = 4
const STEPS = 40

/** An answer that is lost after the work leaves a calendar or an event that the service has to find again. */
const FAULTS = { throttled: 0.01, restSeconds: 1, failedAfterWork: 0.03, lostAfterWork: 0.03 }
const WHILE_MADE = { ...FAULTS, failedAfterWork: 0.3, lostAfterWork: 0.3 }

/**
 * Two workers share the work, and are stopped in the middle of it; Microsoft refuses, fails after the work, and loses
 * answers. Google has `npm run prove -- google`.
 */
describe.each(DATABASES)('random histories of calendars in Outlook on %s', (kind) => {
  const holder = useMicrosoftApp(kind, { ...BEHIND_PROXY, worker: false, microsoft: { seed: 7 } })

  it.each(Array.from({ length: HISTORIES }, (_, i) => i))(
    'when all is quiet, Outlook has what feeds show, and nothing twice: history %i',
    async (seed) => {
      const { app, microsoft } = holder
      const random = seededRandom(seed + 1)
      const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!
      const club = await app.publisher()
      const owner = await userOf(app, club, 'owner')
      const account = `fan-${kind}-${seed}@outlook.example`
      microsoft.addAccount(account)
      const calendars = [await club.calendar(), await club.calendar()]
      const person = await club.subscriber(undefined, calendars)
      const cookie = await freshCookie(app, person.manageUrl)
      const post = async (address: string, body: object) =>
        expectOk(
          await send(person.manageUrl + address, {
            method: 'POST',
            headers: { cookie },
            body: JSON.stringify(body),
          }),
        )
      const asked = await send(`${person.manageUrl}/microsoft`, { method: 'POST', headers: { cookie } })
      const back = new URL(microsoft.decide(expectOk(asked).data.url, { email: account, agrees: true }))
      await send(app.url + back.pathname + back.search, {
        headers: {
          cookie: asked.headers
            .getSetCookie()
            .map((line) => line.split(';')[0]!)
            .join('; '),
        },
        redirect: 'manual',
      })

      let stopping = new AbortController()
      let workers = startWorkers()
      Object.assign(microsoft.faults, WHILE_MADE)
      await expect.poll(() => microsoft.calendarsOf(account).length, { timeout: 30_000 }).toBe(1)
      Object.assign(microsoft.faults, FAULTS)
      const events = new Map<string, string>()
      for (let step = 0; step < STEPS; step++) {
        await change(step)
        if (random() < 0.3) await new Promise((done) => setTimeout(done, random() * 300))
        if (random() < 0.1) await restart()
      }
      await expect.poll(differences, { timeout: 60_000, interval: 200 }).toEqual([])
      expect(microsoft.violations).toEqual([])
      stopping.abort()
      await Promise.all(workers)

      function startWorkers() {
        return [0, 1].map(() => runPushTargets(app.ctx, stopping.signal))
      }

      async function restart() {
        stopping.abort()
        await Promise.all(workers)
        stopping = new AbortController()
        workers = startWorkers()
      }

      async function change(step: number): Promise<void> {
        const ids = [...events.keys()]
        const kindOfChange = random()
        if (ids.length === 0 || kindOfChange < 0.35) {
          const calendar = pick(calendars)
          const day = `2027-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`
          const over = { name: `Match ${step} <${seed}> & more`, startDate: day, endDate: day }
          events.set(await club.event(calendar, over), calendar)
        } else if (kindOfChange < 0.6) {
          const over = pick([
            { name: `Renamed ${step}` },
            { startTime: '13:00' },
            { cancelled: 1 },
            { draft: 1 },
            { draft: 0 },
          ])
          expectOk(await club.put(`/event/${pick(ids)}`, over))
        } else if (kindOfChange < 0.75) {
          const id = pick(ids)
          expectOk(await club.delete(`/event/${id}`))
          events.delete(id)
        } else if (kindOfChange < 0.85) await club.privateEvent(person.svcId, { name: `Own ${step}` })
        else if (kindOfChange < 0.92)
          await post('/calendars', { calendarIds: pick([calendars, [calendars[0]], [calendars[1]]]) })
        else if (kindOfChange < 0.96)
          await post('/reminders', { reminders: pick([['30M'], ['1D', '2H'], []]) })
        else expectOk(await owner.put('/publisher', { cancelledEvents: pick(['strike', 'mark', 'remove']) }))
      }

      /** Events that differ between the feed and the calendar that should equal it. */
      async function differences(): Promise<string[]> {
        const remote = microsoft.calendarsOf(account)
        const shown = eventsOfFeed((await send(person.feedUrl)).text).map((one) =>
          plain(withLastReminder(one)),
        )
        const there = eventsInOutlook(microsoft, account, remote[0] ?? '').map(plain)
        return [
          ...shown.filter((one) => !there.includes(one)),
          ...(there.length > new Set(there).size ? ['twins'] : []),
          ...there.filter((one) => !shown.includes(one)),
          ...(remote.length === 1 ? [] : ['calendars of the person']),
        ]
      }
    },
    120_000,
  )
})

/** An event as text, without the token of its manage link. */
function plain(event: SeenEvent): string {
  return JSON.stringify({ ...event, description: event.description.replace(/\/manage\/[\w-]+/, '/manage/') })
}
