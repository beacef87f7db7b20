import { describe, expect, it } from 'vitest'
import { readFeed } from '../support/club.ts'
import { DATABASES } from '../support/databases.ts'
import { lintIcs } from '../support/ics-lint.ts'
import { useTestApp } from '../support/test-app.ts'
import { fixture, type Json, newCalendar, send, type TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY } from '../support/users.ts'

const NOW = Date.parse('2027-03-20T09:00Z')
const UNKNOWN = 'f'.repeat(24)

describe.each(DATABASES)('an event in several calendars on %s', (kind) => {
  const app = useTestApp(kind, { ...BEHIND_PROXY, now: () => NOW })

  /** A match in the calendars of both clubs and of the ground. */
  async function league() {
    const club = await app.publisher()
    const [city, town] = [await club.calendar({ name: 'City' }), await club.calendar({ name: 'Town' })]
    const [ground, other] = [await club.calendar({ name: 'Ground' }), await club.calendar({ name: 'Other' })]
    const id = await club.event(city, {
      name: 'City v Town',
      reference: 'derby',
      calendarIds: [town, ground],
    })
    return { club, city, town, ground, other, id }
  }
  const recordOf = async (club: TestPublisher, id: string) => (await club.get(`/event/${id}`)).body.data
  const calendarsOf = async (club: TestPublisher, id: string) => {
    const { calendarId, calendarIds = [calendarId] } = await recordOf(club, id)
    expect(calendarIds[0]).toBe(calendarId)
    return calendarIds
  }
  const namesIn = async (calendarId: string) =>
    (await readFeed(`${app.url}/calendar/${calendarId}.ics`)).map(({ summary }) => summary)

  it('is in each of them, and old clients see only its home', async () => {
    const { club, city, town, ground, other, id } = await league()
    expect(await recordOf(club, id)).toMatchObject({ calendarId: city, calendarIds: [city, town, ground] })
    const plain = await club.event(other, { name: 'Training' })
    expect(await recordOf(club, plain)).not.toHaveProperty('calendarIds')
    for (const calendarId of [city, town, ground]) {
      const list = await club.get(`/event?calendarIds=${calendarId}&showPastEvents=1`)
      expect(list.body.data.map((event: Json) => event.id)).toEqual([id])
      expect(await namesIn(calendarId)).toEqual(['City v Town'])
      const { body } = await send(`${app.url}/calendar/${calendarId}/upcoming`)
      expect(body.data).toMatchObject([{ id, calendarId }])
    }
    expect((await club.get(`/event?calendarIds=${other}`)).body.data).toHaveLength(1)
    expect((await club.get(`/event?calendarIds=${town},${ground},${city}`)).body).toMatchObject({ count: 1 })
    const { body } = await club.get('/admin/api/calendars')
    const counts = Object.fromEntries(body.data.map((calendar: Json) => [calendar.id, calendar.events.value]))
    expect(counts).toMatchObject({ [city]: 1, [town]: 1, [ground]: 1, [other]: 1 })
    const days = `from=2027-04-01&to=2027-04-30&calendarIds=${ground}`
    expect((await club.get(`/admin/api/events/range?${days}`)).body.data).toMatchObject([{ id }])
    expect((await club.get(`/admin/api/events?calendarIds=${town}`)).body.data).toMatchObject([
      { id, calendarIds: [city, town, ground] },
    ])
  })

  it('is once in the feed of who follows them all, in the lists of their widget, and in their own list', async () => {
    const { club, city, town, ground, id } = await league()
    await club.event(town, { name: 'Town v Village', startDate: '2027-04-05', endDate: '2027-04-05' })
    const fan = await club.subscriber(undefined, [city, town, ground])
    const { text } = await send(fan.feedUrl)
    expect(lintIcs(Buffer.from(text))).toEqual([])
    expect((await readFeed(fan.feedUrl)).map(({ uid, summary }) => [uid.slice(0, 24), summary])).toEqual([
      [id, 'City v Town'],
      [expect.any(String), 'Town v Village'],
    ])
    const own = (await club.get(`/event?svc_id=${fan.svcId}`)).body
    expect(own.map((event: Json) => event.name)).toEqual(['Town v Village', 'City v Town'])
    const list = await send(`${app.url}/w/${club.widgetId}/upcoming?calendarIds=${town},${city}`)
    expect(list.body.data.map((event: Json) => event.name)).toEqual(['Town v Village', 'City v Town'])
    const monthOf = async (day: string) =>
      (await send(`${app.url}/w/${club.widgetId}/month?month=${day}&calendarIds=${ground},${town}`)).body
    expect((await monthOf('2027-04')).data).toMatchObject([
      { name: 'Town v Village', calendarId: town },
      { id, name: 'City v Town', calendarId: town },
    ])
    expect((await monthOf('2027-05')).previous).toMatchObject({ name: 'City v Town' })
    expect((await monthOf('2027-03')).next).toMatchObject({ name: 'Town v Village' })
  })

  it('is once in a feed that reaches its size limit, which holds as many others as without', async () => {
    const { club, city, town, id } = await league()
    const details = 'x'.repeat(8000)
    const many = Array.from({ length: 125 }, (_, n) => `2027-05-${String((n % 28) + 1).padStart(2, '0')}`)
    for (const day of many)
      await club.event(town, {
        calendarIds: [city],
        startDate: day,
        endDate: day,
        details,
        name: `On ${day}`,
      })
    const names = async (calendarIds: string[]) => {
      const feed = await readFeed((await club.subscriber(undefined, calendarIds)).feedUrl)
      const own = feed.filter(({ uid }) => !/-reach@/.test(uid))
      expect(new Set(own.map(({ uid }) => uid)).size).toBe(own.length)
      return own.map(({ uid }) => uid).sort()
    }
    const [both, one] = [await names([city, town]), await names([city])]
    expect(one.length).toBeLessThan(125)
    expect(one.some((uid) => uid.startsWith(id))).toBe(true)
    expect(both).toEqual(one)
  })

  it('keeps its home while it has it, moves to the next one, and to where an old client puts it', async () => {
    const { club, city, town, ground, other, id } = await league()
    const change = async (input: Json) => {
      expect(await club.put(`/event/${id}`, input)).toMatchObject({ status: 200, body: { eventId: id } })
      return calendarsOf(club, id)
    }
    expect(await change({ calendarIds: [ground, city] })).toEqual([city, ground])
    expect(await change({ addCalendarIds: [town, ground] })).toEqual([city, ground, town])
    expect(await change({ removeCalendarIds: [city] })).toEqual([ground, town])
    expect(await namesIn(city)).not.toContain('City v Town')
    expect(await change({ calendarId: other })).toEqual([other, town])
    expect(await change({ calendarId: town })).toEqual([town, other])
    expect(await change({ calendarId: city, calendarIds: [other] })).toEqual([city, other])
    const { sequence } = (await club.get(`/admin/api/events/${id}`)).body.data
    expect(await change({ calendarIds: [city, other], name: 'City v Town' })).toEqual([city, other])
    expect((await club.get(`/admin/api/events/${id}`)).body.data.sequence).toBe(sequence)
  })

  it('leaves one calendar by DELETE, and is deleted with the last', async () => {
    const { club, city, town, ground, other, id } = await league()
    expect((await club.delete(`/event/${id}?calendarId=${other}`)).status).toBe(404)
    expect((await club.delete(`/event/derby?calendarId=${city}`)).status).toBe(200)
    expect(await calendarsOf(club, id)).toEqual([town, ground])
    expect((await club.delete(`/event/${id}?calendarId=${ground}`)).status).toBe(200)
    expect(await recordOf(club, id)).not.toHaveProperty('calendarIds')
    expect((await club.delete(`/event/${id}?calendarId=${town}`)).status).toBe(200)
    expect((await club.get(`/event/${id}`)).status).toBe(404)
  })

  it('stays in the others when a calendar is deleted, and is gone from all when it is deleted', async () => {
    const { club, city, town, ground, id } = await league()
    const alone = await club.event(city, { name: 'Only here' })
    await club.delete(`/calendar/${city}`)
    expect(await calendarsOf(club, id)).toEqual([town, ground])
    expect((await club.get(`/event/${alone}`)).status).toBe(404)
    await club.delete(`/calendar/${ground}`)
    expect(await calendarsOf(club, id)).toEqual([town])
    await club.put(`/event/${id}`, { addCalendarIds: [await club.calendar()] })
    await club.delete(`/event/${id}`)
    const { body } = await send(`${app.url}/calendar/${town}/upcoming`)
    expect(body.data).toEqual([])
  })

  it('shows through the others while one of its calendars is a draft, whose name nobody learns', async () => {
    const club = await app.publisher()
    const draft = await club.calendar({ name: 'Secret plan', draftCalendar: 1 })
    const live = await club.calendar({ name: 'First team' })
    const id = await club.event(draft, { name: 'Cup final', calendarIds: [live] })
    const hidden = await club.event(draft, { name: 'Secret match' })
    const list = await club.get('/event')
    expect(list.body.data.map((event: Json) => event.id)).toEqual([id])
    expect((await club.get('/event?showDraft=1')).body.count).toBe(2)
    const { body, text } = await send(`${app.url}/calendar/${live}/upcoming`)
    expect(body.data).toMatchObject([{ id, calendarId: live, calendarName: 'First team' }])
    const page = await send(app.url + (body.data[0].page as string))
    expect(page.status).toBe(200)
    for (const shown of [text, page.text]) expect(shown).not.toMatch(new RegExp(`Secret|${draft}|${hidden}`))
    const fan = await club.subscriber(undefined, [live])
    expect((await readFeed(fan.feedUrl)).map(({ summary }) => summary)).toEqual(['Cup final'])
  })

  it('is joined by its reference instead of refused, and nothing else of it changes', async () => {
    const { club, city, town, ground, other, id } = await league()
    const again = { ...fixture({ reference: 'derby', name: 'Other name' }), calendarId: other }
    expect((await club.post('/event', again)).status).toBe(409)
    expect(await club.post('/event', { ...again, join: true })).toMatchObject({
      status: 200,
      body: { eventId: id, joined: true },
    })
    expect(await calendarsOf(club, id)).toEqual([city, town, ground, other])
    expect((await recordOf(club, id)).name).toBe('City v Town')
    const fresh = await club.post('/event', { ...again, reference: 'new one', join: 'yes' })
    expect(fresh.body).not.toHaveProperty('joined')
    const nameless = { ...fixture({ reference: '' }), calendarId: other, join: true }
    expect((await club.post('/event', nameless)).body.errors).toHaveProperty('join')
    const { svcId } = await club.subscriber()
    await club.privateEvent(svcId, { reference: 'mine' })
    expect((await club.post('/event', { ...again, reference: 'mine', join: true })).status).toBe(409)
  })

  it('refuses what can not be, and changes nothing then', async () => {
    const { club, city, town, ground, id } = await league()
    const stranger = await (await app.publisher()).calendar()
    const many = await Promise.all(Array.from({ length: 22 }, () => club.calendar(newCalendar())))
    const wrong: [Json, string][] = [
      [{ calendarIds: [] }, 'calendarIds'],
      [{ removeCalendarIds: [city, town, ground] }, 'calendarIds'],
      [{ calendarIds: [town, stranger] }, 'calendarIds'],
      [{ addCalendarIds: [UNKNOWN] }, 'calendarIds'],
      [{ calendarId: stranger }, 'calendarId'],
      [{ calendarIds: many }, 'calendarIds'],
      [{ calendarIds: 'x' }, 'calendarIds'],
      [{ addCalendarIds: [5] }, 'addCalendarIds'],
      [{ removeCalendarIds: {} }, 'removeCalendarIds'],
    ]
    for (const [input, field] of wrong) {
      const answer = await club.put(`/event/${id}`, { ...input, name: 'Changed' })
      expect(answer, JSON.stringify(input)).toMatchObject({ status: 400 })
      expect(Object.keys(answer.body.errors)).toEqual([field])
    }
    expect(await club.put(`/event/${id}`, { calendarIds: many.slice(0, 21) })).toMatchObject({ status: 200 })
    expect((await recordOf(club, id)).name).toBe('City v Town')
    const posted = { ...fixture(), calendarIds: [] }
    expect(Object.keys((await club.post('/event', posted)).body.errors)).toEqual(['calendarId'])
    const { eventId } = (await club.post('/event', { ...fixture(), calendarIds: [town, city] })).body
    expect(await calendarsOf(club, eventId)).toEqual([town, city])
  })

  it('tells its changes in each calendar, and leaving one is a removal there only', async () => {
    const { club, city, town, ground, other, id } = await league()
    await club.put(`/event/${id}`, { startTime: '16:00', endTime: '18:00' })
    await club.put(`/event/${id}`, { calendarIds: [city, other] })
    await club.put(`/event/${id}`, { draft: 1 })
    const { data } = (await club.get('/changes')).body
    const seen = data.map((change: Json) => `${change.kinds.join()} ${change.calendarId}`)
    const sorted = [city, town, ground].sort().map((calendarId) => `moved ${calendarId}`)
    expect(seen.slice(0, 3)).toEqual(sorted)
    expect(seen.slice(3, 5).sort()).toEqual([`removed ${town}`, `removed ${ground}`].sort())
    expect(seen.slice(5).sort()).toEqual([`removed ${city}`, `removed ${other}`].sort())
    const pages = []
    for (let after = ''; ;) {
      const page = (await club.get(`/admin/api/changes?limit=1${after && `&cursor=${after}`}`)).body
      pages.push(...page.data)
      if (page.next === null) break
      after = encodeURIComponent(page.next as string)
    }
    expect(pages).toHaveLength(7)
  })
})
