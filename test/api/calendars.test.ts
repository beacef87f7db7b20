import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { send } from '../support/test-publisher.ts'

const VALID = {
  name: 'City Rugby',
  type: 'fixture',
  categories: 'Sports/Rugby, Men',
  reference: 'rugby',
  genre: 'Sports',
  subGenre: 'Rugby',
}

describe.each(DATABASES)('calendars on %s', (kind) => {
  const app = useTestApp(kind)

  it('creates a draft with its categories and shows it in full', async () => {
    const club = await app.publisher()
    const created = await club.post('/calendar/', {
      ...VALID,
      note: 'ours',
      logo: 'https://example.com/l.png',
      publisherId: 99,
    })
    expect(created).toMatchObject({ status: 200, body: { status: '200', statusLong: 'OK' } })
    const id = created.body.calendarId
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    const { body } = await club.get(`/calendar/${id}`)
    expect(body).toEqual({
      status: '200',
      statusLong: 'OK',
      data: {
        id,
        type: 'fixture',
        typeOrder: 1,
        publisherId: club.id,
        publisherOrgId: club.id,
        name: 'City Rugby',
        logo: 'https://example.com/l.png',
        note: 'ours',
        categories: ['Sports/Rugby', 'Men'],
        categoryIds: [expect.stringMatching(/^[0-9a-f]{24}$/), expect.stringMatching(/^[0-9a-f]{24}$/)],
        genre: 'Sports',
        subGenre: 'Rugby',
        tags: [],
        draftCalendar: 1,
        reference: 'rugby',
        feed: `https://fasti.test/calendar/${id}.ics`,
        latestVersion: expect.any(Number),
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        modified: expect.any(String),
        campaignUrl: `https://fasti.test/calendar/${id}`,
        webCalUrl: `webcal://fasti.test/calendar/${id}.ics`,
        httpCalUrl: `http://fasti.test/calendar/${id}.ics`,
      },
    })
    expect((await club.get('/calendar/rugby')).body).toEqual(body)
    expect((await club.get('/calendar/rugby/')).body).toEqual(body)
  })

  it('lists public calendars, and drafts when asked', async () => {
    const club = await app.publisher()
    const first = await club.calendar()
    await club.calendar({ draftCalendar: 1 })
    const { data, ...rest } = (await club.get('/calendar')).body
    expect(rest).toEqual({ count: 1, status: '200', statusLong: 'OK' })
    expect(data).toMatchObject([{ id: first, draftCalendar: 0, logo: false }])
    expect(data[0]).not.toHaveProperty('campaignUrl')
    const counts = await Promise.all(
      ['true', '1', 'x', '0', 'False', ''].map((value) => club.get(`/calendar?showDraft=${value}`)),
    )
    expect(counts.map((answer) => answer.body.count)).toEqual([2, 2, 2, 1, 1, 1])
  })

  it('tells all faults at once', async () => {
    const club = await app.publisher()
    expect(await club.post('/calendar', {})).toMatchObject({
      status: 400,
      body: {
        status: '400',
        statusLong: 'Invalid Calendar Data',
        errors: {
          name: 'Calendar name is required',
          type: 'Calendar type is required',
          categories: 'Calendar categories is required',
          reference: 'Calendar reference is required',
          genre: 'Calendar genre is required',
          subGenre: 'Calendar subGenre is required',
        },
      },
    })
    const wrong = {
      name: 'x',
      type: 'other',
      categories: 5,
      reference: [],
      genre: 'g'.repeat(101),
      subGenre: '',
      draftCalendar: 2,
      logo: 'ftp://x',
      note: {},
    }
    const { errors } = (await club.post('/calendar', wrong)).body
    expect(Object.keys(errors).sort()).toEqual(Object.keys(wrong).sort())
  })

  it.each([
    ['one character', 'x', 400],
    ['two', 'xy', 200],
    ['250 emoji', '🏁'.repeat(250), 200],
    ['251', 'x'.repeat(251), 400],
    ['a control character', 'a\u0000b', 400],
  ])('takes names of 2 to 250 characters: %s', async (_, name, status) => {
    const club = await app.publisher()
    expect((await club.post('/calendar', { ...VALID, name })).status).toBe(status)
  })

  it('refuses empty category levels', async () => {
    const club = await app.publisher()
    for (const categories of ['Sports//X', '/', '', ' , ']) {
      const answer = await club.post('/calendar', { ...VALID, categories })
      expect(answer).toMatchObject({
        status: 400,
        body: { statusLong: 'Invalid Calendar Data', errors: { categories: expect.any(String) } },
      })
    }
    expect((await club.get('/calendar?showDraft=1')).body.count).toBe(0)
  })

  it('matches categories without case and keeps the first spelling', async () => {
    const club = await app.publisher()
    const first = await club.calendar({ categories: 'Sports/Rugby,Men' })
    const second = await club.calendar({ categories: 'SPORTS/rugby/Under 18, men' })
    const { data: a } = (await club.get(`/calendar/${first}`)).body
    const { data: b } = (await club.get(`/calendar/${second}`)).body
    expect(b.categories[1]).toBe('Men')
    expect(b.categoryIds[1]).toBe(a.categoryIds[1])
    const rows = await app.ctx.db
      .selectFrom('category')
      .select('path')
      .where('publisher_id', '=', club.id)
      .orderBy('path')
      .execute()
    expect(rows.map((row) => row.path).sort()).toEqual([
      'Men',
      'SPORTS/rugby/Under 18',
      'Sports',
      'Sports/Rugby',
    ])
  })

  it('refuses a reference that is taken, by its own publisher only', async () => {
    const [club, other] = [await app.publisher(), await app.publisher()]
    await club.post('/calendar', VALID)
    expect(await club.post('/calendar', VALID)).toMatchObject({
      status: 409,
      body: { status: '409', statusLong: 'The calendar with reference [rugby] already exists' },
    })
    expect((await other.post('/calendar', VALID)).status).toBe(200)
    const second = await club.calendar()
    expect((await club.put(`/calendar/${second}`, { subGenre: 'x', reference: 'rugby' })).status).toBe(409)
    expect((await club.put('/calendar/rugby', { subGenre: 'x', reference: 'rugby' })).status).toBe(200)
  })

  it('updates only what is given, and needs subGenre', async () => {
    const club = await app.publisher()
    const id = await club.calendar({ note: 'keep' })
    const before = (await club.get(`/calendar/${id}`)).body.data
    expect((await club.put(`/calendar/${id}`, { name: 'New name' })).body.errors).toEqual({
      subGenre: 'Calendar subGenre is required',
    })
    expect((await club.put(`/calendar/${id}`, { subGenre: 'S', type: 'private' })).status).toBe(400)
    const changed = await club.put(`/calendar/${id}`, {
      name: 'New name',
      subGenre: 'Sevens',
      type: 'fixture',
      draftCalendar: '1',
      categories: 'B',
    })
    expect(changed.body).toEqual({ status: '200', statusLong: 'OK', calendarId: id })
    const after = (await club.get(`/calendar/${id}`)).body.data
    expect(after).toMatchObject({
      ...before,
      name: 'New name',
      subGenre: 'Sevens',
      draftCalendar: 1,
      categories: ['B'],
      categoryIds: expect.any(Array),
      latestVersion: expect.any(Number),
      modified: expect.any(String),
    })
    expect(after.latestVersion).toBeGreaterThan(before.latestVersion)
  })

  it('deletes a calendar with its events and the subscriptions to it', async () => {
    const club = await app.publisher()
    const id = await club.calendar()
    const event = await club.event(id)
    const fan = await club.subscriber(undefined, [id])
    expect((await club.delete(`/calendar/${id}`)).text).toBe('{"status":200,"statusLong":"OK"}')
    expect((await club.get(`/calendar/${id}`)).status).toBe(404)
    expect((await club.get(`/event/${event}`)).status).toBe(404)
    expect((await club.get(`/subscriber/${fan.svcId}`)).body.data.data.calIds).toEqual([])
    expect((await send(`${app.url}/calendar/${id}.ics`)).text).toContain('calendar ended')
    expect((await club.delete(`/calendar/${id}`)).body.statusLong).toBe(`Calendar with ID [${id}] Not Found`)
  })

  it('says what is missing when there is no id to delete', async () => {
    const club = await app.publisher()
    for (const path of ['/calendar', '/calendar/']) {
      expect(await club.delete(path)).toMatchObject({
        status: 400,
        body: { status: '400', statusLong: 'No Data Provided' },
      })
    }
  })

  it('does not delete a private calendar', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    await club.privateEvent(fan.svcId)
    const { privateCalIds } = (await club.get(`/subscriber/${fan.svcId}`)).body.data.data
    expect((await club.delete(`/calendar/${privateCalIds[0]}`)).status).toBe(403)
  })

  it("knows nothing of another publisher's calendars", async () => {
    const [club, other] = [await app.publisher(), await app.publisher()]
    const id = await club.calendar({ reference: 'secret' })
    for (const key of [id, 'secret']) {
      expect((await other.get(`/calendar/${key}`)).body).toEqual({
        status: '404',
        statusLong: `Calendar with ID [${key}] Not Found`,
      })
      expect((await other.put(`/calendar/${key}`, { subGenre: 'x' })).status).toBe(404)
      expect((await other.delete(`/calendar/${key}`)).status).toBe(404)
    }
    expect((await club.get(`/calendar/${id}`)).status).toBe(200)
  })
})
