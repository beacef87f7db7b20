import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Answer, expectOk, type Json, send, type TestPublisher } from '../support/test-publisher.ts'

const FANS = 30
const NOBODYS = '0'.repeat(24)

describe.each(DATABASES)('people who subscribe at once, on %s', (kind) => {
  const app = useTestApp(kind, {
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 }, subscribeAnswerMs: 0 }),
  })
  const recordOf = async (club: TestPublisher, email: string) =>
    expectOk(await club.get(`/subscriber/${email}`)).data
  const calendarsOf = async (club: TestPublisher, email: string) => (await recordOf(club, email)).data.calIds
  const notificationsOf = async (club: TestPublisher) =>
    (await club.get('/notifications?limit=100')).body.data as Json[]
  const crowd = Array.from({ length: FANS }, (_, i) => `crowd-${i}@example.com`)

  /** Subscribes somebody for whom the publisher vouches. */
  function vouched(club: TestPublisher, email: string, calendarIds: string[]): Promise<Answer> {
    const body = JSON.stringify({ email, calendarIds })
    const { search } = new URL(club.signedUrl('/x', body))
    return send(`${club.url}/w/${club.widgetId}/subscribe${search}`, { method: 'POST', body })
  }

  it('each get what they would get alone', async () => {
    const club = await app.publisher()
    const [first, juniors] = [await club.calendar(), await club.calendar()]
    await club.callback('https://example.com/hook')
    const known = await club.subscriber('known@example.com', [first])
    const gone = await club.subscriber('gone@example.com', [first])
    await club.post(`/subscriber/${gone.svcId}/unsubscribe`)
    const stranger = await club.subscriber('typed@example.com', [first])
    const before = (await notificationsOf(club)).length

    const people = [
      ...crowd.map((email) => () => vouched(club, email, [juniors, first, first])),
      () => vouched(club, 'twice@example.com', [first]),
      () => vouched(club, 'TWICE@example.com', [juniors]),
      () => vouched(club, 'wrong@example.com', [first, NOBODYS]),
      () => vouched(club, 'known@example.com', [juniors]),
      () => vouched(club, 'gone@example.com', [juniors]),
      () => club.subscribe('typed@example.com', [juniors]),
      () => club.subscribe('new@example.com', [juniors]),
    ]
    const answers = await Promise.all(people.map((subscribe) => subscribe()))
    const [twice, again, wrong, ...others] = answers.slice(FANS)

    for (const answer of [...answers.slice(0, FANS), twice!, again!, ...others]) expectOk(answer)
    expect(new Set(answers.map(({ body }) => body.manageUrl)).size).toBe(people.length)
    expect(wrong!.status).toBe(400)
    expect(wrong!.body.errors.calendarIds).toContain(`[${NOBODYS}]`)
    expect((await club.get('/subscriber/wrong@example.com')).status).toBe(404)
    for (const email of crowd) expect(await calendarsOf(club, email)).toEqual([first, juniors])
    expect(await calendarsOf(club, 'twice@example.com')).toEqual([first, juniors])
    expect((await recordOf(club, 'twice@example.com')).links).toHaveLength(2)
    expect(await recordOf(club, 'known@example.com')).toMatchObject({ id: known.svcId })
    expect(await calendarsOf(club, 'known@example.com')).toEqual([first, juniors])
    expect(await recordOf(club, 'gone@example.com')).toMatchObject({ id: gone.svcId, IsActive: true })
    expect(await calendarsOf(club, 'gone@example.com')).toEqual([juniors])
    // An address that was only typed shows and changes nothing of its owner.
    expect(await recordOf(club, 'typed@example.com')).toMatchObject({ id: stranger.svcId })
    expect(await calendarsOf(club, 'typed@example.com')).toEqual([first])
    expect(await calendarsOf(club, 'new@example.com')).toEqual([juniors])

    const told = (await notificationsOf(club))
      .slice(before)
      .map(({ payload }) => String(payload.email).toLowerCase())
    const twiceTold = ['twice@example.com', 'twice@example.com']
    const counted = [...crowd, ...twiceTold, 'known@example.com', 'gone@example.com', 'new@example.com']
    expect(told.toSorted()).toEqual(counted.toSorted())
    await expectWhole(club)
  })

  // SQLite has done with one before the next one is read.
  if (kind === 'postgres')
    it('share transactions', async () => {
      const club = await app.publisher()
      const calendar = await club.calendar()
      for (const answer of await Promise.all(crowd.map((email) => vouched(club, email, [calendar]))))
        expectOk(answer)
      const rows = await app.ctx.db
        .selectFrom('subscriber')
        .select('revision')
        .where('publisher_id', '=', club.id)
        .execute()
      expect(rows).toHaveLength(FANS)
      expect(new Set(rows.map(({ revision }) => revision)).size).toBeLessThan(FANS)
      await expectWhole(club)
    })

  it('all wait for their confirmation where everybody has to confirm', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    await club.event(calendar, { name: 'Final' })
    await club.put('/admin/api/publisher', { confirm: 'always' })
    const pending = crowd.map((email) => club.subscribe(email, [calendar]))
    const answers = await Promise.all([...pending, vouched(club, 'member@example.com', [calendar])])
    for (const answer of answers) {
      expectOk(answer)
      const feed = app.url + new URL(answer.body.calendarUrl.httpsCalUrl as string).pathname
      expect((await send(feed)).text).toContain('SUMMARY:Final')
    }
    for (const email of crowd) expect((await club.get(`/subscriber/${email}`)).status).toBe(404)
    expect((await notificationsOf(club)).map(({ payload }) => payload.email as string)).toEqual([
      'member@example.com',
    ])
    await expectWhole(club)
  })

  it('count by campaign, up to fifty a day', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const campaigns = Array.from({ length: 60 }, (_, i) => `campaign ${i}`)
    const answers = await Promise.all(
      campaigns.map((campaign, i) =>
        club.subscribe(`by-${i}@example.com`, [calendar], { state: { campaign } }),
      ),
    )
    for (const answer of answers) expectOk(answer)
    const rows = await app.ctx.db
      .selectFrom('daily_detail')
      .select(['name', 'value'])
      .where('publisher_id', '=', club.id)
      .where('name', 'like', 'joined:campaign:%')
      .execute()
    const values = new Map(rows.map(({ name, value }) => [name, value]))
    expect(values.get('joined:campaign:')).toBe(10)
    expect(values.size).toBe(51)
  })

  /** Those who joined less those who left are the active subscribers, and each notification has its deliveries. */
  async function expectWhole(club: TestPublisher): Promise<void> {
    const of = (table: 'daily_statistic' | 'subscriber' | 'notification' | 'delivery' | 'callback') =>
      app.ctx.db.selectFrom(table).selectAll().where('publisher_id', '=', club.id).execute()
    const statistics = (await of('daily_statistic')) as { name: string; value: number }[]
    const sum = (name: string) =>
      statistics.filter((row) => row.name === name).reduce((total, { value }) => total + value, 0)
    const subscribers = (await of('subscriber')) as { active: number }[]
    expect(sum('joined') - sum('left')).toBe(subscribers.filter(({ active }) => active === 1).length)
    const [notifications, callbacks] = [await of('notification'), await of('callback')]
    expect((await of('delivery')).length).toBe(notifications.length * callbacks.length)
  }
})
