import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { fixture, type Json, record, type TestPublisher } from '../support/test-publisher.ts'
import { userOf } from '../support/users.ts'

const MOST = 5
const NOW = Date.parse('2027-03-20T09:00Z')
const REFUSED = 'subscriber can have no more than 5 private events that have not ended'
const OVER = { startDate: '2027-03-01', endDate: '2027-03-01' }

describe.each(DATABASES)('the limit of private events for each person on %s', (kind) => {
  let now = NOW
  const app = useTestApp(kind, {
    config: (config) => ({ ...config, privateEventsPerSubscriber: MOST }),
    now: () => now,
  })

  async function clubWithFan() {
    now = NOW
    const club = await app.publisher()
    return { club, fan: await club.subscriber() }
  }
  const add = async (club: TestPublisher, events: Json[], query = '') =>
    (await club.post(`/batch/events${query}`, { type: 'private', events })).body
  const records = (svcId: string, count: number, over: Json = {}) =>
    Array.from({ length: count }, () => record(svcId, over))

  it('refuses the records beyond it, and takes the others', async () => {
    const { club, fan } = await clubWithFan()
    const other = await club.subscriber()
    const sent = records(fan.svcId, MOST + 2).concat(records(other.svcId, MOST))
    const answer = await add(club, sent)
    expect(answer).toMatchObject({ total_processed: 12, added: 10, errors: 2 })
    const refused = [MOST, MOST + 1].map((at) => ({
      reference: sent[at].reference,
      status: 400,
      error: REFUSED,
    }))
    expect(answer.items.slice(0, 2)).toEqual(refused)
    expect((await add(club, records(fan.svcId, 1))).items[0].error).toBe(REFUSED)
  })

  it('says so of a trial, and stores nothing', async () => {
    const { club, fan } = await clubWithFan()
    const tried = await add(club, records(fan.svcId, MOST + 1), '?dryRun=1')
    expect(tried).toMatchObject({ added: MOST, errors: 1 })
    expect(await add(club, records(fan.svcId, MOST))).toMatchObject({ added: MOST })
    expect(await add(club, records(fan.svcId, 1), '?dryRun=1')).toMatchObject({ added: 0, errors: 1 })
  })

  it('tells of a batch that is sent again what it told before', async () => {
    const { club, fan } = await clubWithFan()
    const [taken, ...sent] = records(fan.svcId, MOST + 1)
    await add(club, sent.slice(0, 4))
    await add(club, [taken])
    // One that is stored already takes no room, wherever it stands.
    const again = await add(club, [sent[4], taken, ...sent.slice(0, 4)])
    expect(again.items.map(({ error }: Json) => error)).toEqual([
      REFUSED,
      ...Array.from({ length: MOST }, () => 'one event with same reference already exists'),
    ])
  })

  it('takes a record after one that is stored already', async () => {
    const { club, fan } = await clubWithFan()
    const sent = records(fan.svcId, MOST)
    await add(club, sent.slice(0, 4))
    const again = await add(club, [sent[4], ...sent.slice(0, 4)])
    expect(again).toMatchObject({ added: 1, errors: 4 })
  })

  it('does not count drafts, nor what has ended', async () => {
    const { club, fan } = await clubWithFan()
    const past = records(fan.svcId, 20, OVER)
    const drafts = records(fan.svcId, 20, { draft: 1 })
    expect(await add(club, [...past, ...drafts])).toMatchObject({ added: 40 })
    expect(await add(club, records(fan.svcId, MOST + 1))).toMatchObject({ added: MOST, errors: 1 })
    expect(await add(club, records(fan.svcId, 3, OVER))).toMatchObject({ added: 3 })
  })

  it('has room again when events were deleted, became drafts, or have ended', async () => {
    const { club, fan } = await clubWithFan()
    const { items } = await add(club, records(fan.svcId, MOST))
    await club.delete('/batch/events?type=private', { ids: [items[0].id] })
    await club.put(`/event/${items[1].id}`, { draft: 1 })
    expect(await add(club, records(fan.svcId, 3))).toMatchObject({ added: 2, errors: 1 })
    now = Date.parse('2027-06-01T00:00Z')
    const next = { startDate: '2027-07-01', endDate: '2027-07-01' }
    expect(await add(club, records(fan.svcId, MOST + 1, next))).toMatchObject({ added: MOST, errors: 1 })
  })

  it('refuses a single event, in the API and in the portal', async () => {
    const { club, fan } = await clubWithFan()
    await add(club, records(fan.svcId, MOST))
    const refusal = { status: 400, body: { status: '400', statusLong: REFUSED } }
    const event = fixture({ type: 'private' })
    expect(await club.post(`/event?svc_id=${fan.svcId}`, event)).toMatchObject(refusal)
    const editor = await userOf(app, club, 'editor')
    expect(await editor.post(`/subscribers/${fan.svcId}/events`, event)).toMatchObject(refusal)
    expect(await club.post(`/event?svc_id=${fan.svcId}`, { ...event, draft: 1 })).toMatchObject({
      status: 200,
    })
  })

  it('refuses to make a draft live, or to move an event into the future, beyond it', async () => {
    const { club, fan } = await clubWithFan()
    const { items } = await add(club, [
      record(fan.svcId, { draft: 1 }),
      record(fan.svcId, OVER),
      ...records(fan.svcId, MOST),
    ])
    const ahead = { startDate: '2027-05-01', endDate: '2027-05-01' }
    for (const [id, change] of [
      [items[0].id, { draft: 0 }],
      [items[1].id, ahead],
    ]) {
      expect(await club.put(`/event/${id}`, change)).toMatchObject({
        status: 400,
        body: { statusLong: REFUSED },
      })
    }
    const editor = await userOf(app, club, 'editor')
    expect(
      (await editor.put(`/subscribers/${fan.svcId}/events/${items[0].id}`, { draft: 0 })).body.statusLong,
    ).toBe(REFUSED)
    expect((await club.put(`/event/${items[2].id}`, { name: 'Moved', ...ahead })).status).toBe(200)
    await club.delete(`/event/${items[3].id}`)
    expect((await club.put(`/event/${items[0].id}`, { draft: 0 })).status).toBe(200)
  })

  it('holds for batches and events that come at once', async () => {
    const { club, fan } = await clubWithFan()
    await Promise.all([
      ...Array.from({ length: 8 }, () => add(club, records(fan.svcId, 2))),
      ...Array.from({ length: 4 }, () =>
        club.post(`/event?svc_id=${fan.svcId}`, fixture({ type: 'private' })),
      ),
    ])
    const { body } = await club.get(`/batch/events?type=private&svc_id=${fan.svcId}`)
    expect(body.data).toHaveLength(MOST)
  })
})

describe.each(DATABASES)('a person with more events than a transaction counts on %s', (kind) => {
  const app = useTestApp(kind, {
    config: (config) => ({ ...config, privateEventsPerSubscriber: 2500 }),
    now: () => NOW,
  })

  it('has the same limit, to the event, also where batches come at once', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    const send = async (count: number, over: Json = {}) => {
      const events = Array.from({ length: count }, () => record(fan.svcId, over))
      return (await club.post('/batch/events', { type: 'private', events })).body.added as number
    }
    // A history of more than the limit.
    for (let times = 0; times < 3; times++) expect(await send(1000, OVER)).toBe(1000)
    for (let times = 0; times < 2; times++) expect(await send(1000)).toBe(1000)
    const added = await Promise.all([send(300), send(300), send(300)])
    expect(added.reduce((sum, each) => sum + each)).toBe(500)
    const event = fixture({ type: 'private' })
    expect((await club.post(`/event?svc_id=${fan.svcId}`, event)).status).toBe(400)
    expect(await send(10, OVER)).toBe(10)
  })
})

describe.each(DATABASES)('without a limit on %s', (kind) => {
  const app = useTestApp(kind, { config: (config) => ({ ...config, privateEventsPerSubscriber: 0 }) })

  it('a person may have any number', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    const events = Array.from({ length: 1000 }, () => record(fan.svcId))
    const { body } = await club.post('/batch/events', { type: 'private', events })
    expect(body).toMatchObject({ added: 1000 })
    expect((await club.post(`/event?svc_id=${fan.svcId}`, fixture({ type: 'private' }))).status).toBe(200)
  })
})
