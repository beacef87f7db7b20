import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/demo/random.ts'
import { runPushTargets } from '../../src/push-targets/worker.ts'
import { freshCookie } from '../support/confirming.ts'
import { DATABASES } from '../support/databases.ts'
import { eventsAtGoogle, eventsOfFeed, type SeenEvent, useGoogleApp } from '../support/google-app.ts'
import { expectOk, send } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const HISTORIES = 4
const STEPS = 40

/** Two workers share the work, and are stopped in the middle of it; Google refuses, fails after the work, conflicts. */
describe.each(DATABASES)('random histories on %s', (kind) => {
  const holder = useGoogleApp(kind, { ...BEHIND_PROXY, worker: false, google: { seed: 7 } })

  it.each(Array.from({ length: HISTORIES }, (_, i) => i))(
    'when all is quiet, Google has what feeds show, and nothing twice: history %i',
    async (seed) => {
      const { app, google } = holder
      const random = seededRandom(seed + 1)
      const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!
      const club = await app.publisher()
      const owner = await userOf(app, club, 'owner')
      const [account, own] = [`fan-${kind}-${seed}@gmail.example`, `club-${kind}-${seed}@gmail.example`]
      for (const email of [account, own]) google.addAccount(email)
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
      const consent = async (url: string, email: string, kept: string[]) => {
        const back = new URL(google.decide(url, { email, agrees: true }))
        await send(app.url + back.pathname + back.search, {
          headers: { cookie: kept.map((line) => line.split(';')[0]!).join('; ') },
          redirect: 'manual',
        })
      }
      const asked = await send(`${person.manageUrl}/google`, { method: 'POST', headers: { cookie } })
      await consent(expectOk(asked).data.url, account, asked.headers.getSetCookie())
      const mirror = expectOk(await owner.post('/google/connect'))
      await consent(
        mirror.data.url,
        own,
        [...owner.cookies].map(([name, value]) => `${name}=${value}`),
      )
      expectOk(await owner.put('/google/mirrors', { calendarIds: calendars }))

      let stopping = new AbortController()
      let workers = startWorkers()
      // An answer that is lost after Google has made a calendar leaves one that nobody can find: the right that we ask
      // for lists none. So faults begin when the calendars are there.
      Object.assign(google.faults, { rateLimited: 0, failedAfterWork: 0, conflictsInBatch: 0 })
      const made = () => google.calendarsOf(account).length + google.calendarsOf(own).length
      await expect.poll(made, { timeout: 30_000 }).toBe(3)
      Object.assign(google.faults, { rateLimited: 0.02, failedAfterWork: 0.02, conflictsInBatch: 0.02 })
      const events = new Map<string, string>()
      for (let step = 0; step < STEPS; step++) {
        await change(step)
        if (random() < 0.3) await new Promise((done) => setTimeout(done, random() * 300))
        if (random() < 0.1) await restart()
      }
      await expect.poll(differences, { timeout: 60_000, interval: 200 }).toEqual([])
      expect(google.violations).toEqual([])
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

      /** Titles that differ between a feed and the calendar at Google that should equal it. */
      async function differences(): Promise<string[]> {
        const [mine] = google.calendarsOf(account)
        const pairs: [feed: string, calendarId: string | undefined][] = [[person.feedUrl, mine]]
        for (const { calendar, address } of expectOk(await owner.get('/google')).data.mirrors)
          pairs.push([
            `${club.url}/calendar/${calendar.id}.ics`,
            address === null ? undefined : new URL(address as string).searchParams.get('cid')!,
          ])
        const differ = await Promise.all(
          pairs.map(async ([feed, calendarId]) => {
            const shown = eventsOfFeed((await send(feed)).text).map(plain)
            const there = calendarId === undefined ? ['none'] : eventsAtGoogle(google, calendarId).map(plain)
            return [
              ...shown.filter((one) => !there.includes(one)),
              ...there.filter((one) => !shown.includes(one)),
            ]
          }),
        )
        return [
          ...differ.flat(),
          ...(google.calendarsOf(account).length === 1 ? [] : ['calendars of the person']),
          ...(google.calendarsOf(own).length === 2 ? [] : ['mirrors']),
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
