import { expectAnswer, expectOk, expectRefused, expectThat, filled, id, list, whole } from '../expect.ts'
import type { Json } from '../signed-requests.ts'
import type { Section, Trial } from '../trial.ts'
import { BAD_VALUES, eventRecord } from './event-values.ts'

const INVALID = 'Invalid Event Data'
const LINKS = { 'quickLink[1][name]': 'Tickets', 'quickLink[1][url]': 'https://example.com/tickets' }

/** Public events. */
export const events: Section = {
  name: 'events',
  async run(trial) {
    const { api } = trial
    const [calendarId] = await trial.calendars()
    const more = {
      alert: '15M',
      alert2: '1D',
      details: 'Bring your card.\nGate 4.',
      referenceType: trial.reference(),
    }
    const fields = trial.eventFields({ calendarId, ...more, ...LINKS })
    let eventId = ''
    await trial.check('creates an event: 200 with eventId', async () => {
      const body = expectOk(await api.post('/event', fields), { eventId: id })
      eventId = body.eventId as string
    })
    for (const [what, key] of [
      ['id', eventId],
      ['reference', fields.reference],
    ] as const)
      await trial.check(`finds it by ${what}, every field, as it was sent`, async () => {
        const { data } = expectOk(await api.get(`/event/${key}`))
        expectThat(data, { ...eventRecord(fields, 'fixture'), id: eventId }, 'data')
      })
    await trial.check('tells the instants of local times', async () => {
      const { data } = expectOk(await api.get(`/event/${eventId}`))
      const [day, date] = [trial.day.replaceAll('-', ''), trial.day]
      expectThat(
        data,
        { startGmt: `${day}T140000Z`, endGmt: `${day}T160000Z`, startDateFull: `${date}T15:00:00+01:00` },
        'data',
      )
    })
    for (const field of ['calendarId', 'location'])
      await trial.check(`refuses a public event without ${field}`, async () =>
        refused(trial, { [field]: undefined }, { [field]: `Event ${field} is required` }),
      )
    for (const [field, value, what] of BAD_VALUES)
      await trial.check(`refuses ${field} ${what}`, async () =>
        refused(
          trial,
          { [field]: value },
          { [field]: value === undefined ? `Event ${field} is required` : filled },
        ),
      )
    await trial.check('needs no times where it lasts all day', async () => {
      const days = { allDay: 'yes', startTime: undefined, endTime: undefined }
      const { eventId } = expectOk(await api.post('/event', trial.eventFields({ calendarId, ...days })))
      const { data } = expectOk(await api.get(`/event/${eventId}`))
      expectThat(data, { allDay: true, startTime: '', endTime: '', endDate: trial.day }, 'data')
    })
    await trial.check('makes a draft where draft is left out', async () => {
      const { eventId } = expectOk(
        await api.post('/event', trial.eventFields({ calendarId, draft: undefined })),
      )
      const { data } = expectOk(await api.get(`/event/${eventId}`))
      expectThat(data.draft, 1, 'data.draft')
    })
    await trial.check('refuses a reference that is taken: 409', async () => {
      const answer = await api.post('/event', { ...fields, name: 'Another' })
      expectRefused(answer, 409, `The event with reference [${fields.reference}] already exists`)
    })

    await trial.check('changes what is given, by id and by reference', async () => {
      expectOk(await api.put(`/event/${eventId}`, { name: 'Renamed' }), { eventId })
      expectOk(
        await api.put(`/event/${fields.reference}`, { 'quickLink[1][name]': '', 'quickLink[1][url]': '' }),
      )
      const { data } = expectOk(await api.get(`/event/${eventId}`))
      expectThat(data, { name: 'Renamed', location: fields.location, 'quickLink[1][url]': '' }, 'data')
    })
    for (const path of ['/events', '/event'])
      await trial.check(`PUT ${path}/{referenceType} changes all of a kind`, async () => {
        const body = { location: `Moved ${path}` }
        const answer = expectOk(await api.put(`${path}/${fields.referenceType}`, body), { updated: 1 })
        expectThat(answer.data, [{ id: eventId, reference: fields.reference }], 'data')
      })
    await checkPages(trial)
    await trial.check('deletes an event: status is a number', async () => {
      expectAnswer(await api.delete(`/event/${eventId}`), 200, { status: 200, statusLong: 'OK' })
      expectRefused(await api.get(`/event/${eventId}`), 404, `Event with ID [${eventId}] Not Found`)
    })
  },
}

async function refused(trial: Trial, over: object, errors: object): Promise<void> {
  const [calendarId] = await trial.calendars()
  const answer = await trial.api.post('/event', trial.eventFields({ calendarId, ...over }))
  if (answer.status === 200) trial.later(() => trial.api.delete(`/event/${answer.body.eventId}`))
  expectRefused(answer, 400, INVALID, errors)
}

async function checkPages(trial: Trial): Promise<void> {
  const { api } = trial
  const calendarId = await trial.newCalendar()
  const empty = await trial.newCalendar()
  const past = { startDate: '2020-06-14', endDate: '2020-06-14' }
  const ids: string[] = []
  for (const over of [
    {},
    { startTime: '10:00' },
    { startTime: '11:00' },
    past,
    { draft: undefined, startTime: '16:00' },
  ]) {
    const body = expectOk(await api.post('/event', trial.eventFields({ calendarId, ...over })))
    ids.push(body.eventId as string)
  }
  const [later, first, second, over, draft] = ids
  const listed = async (query: string) => {
    const { data } = expectOk(await api.get(`/event?calendarIds=${calendarId}${query}`))
    return (data as Json[]).map((event) => event.id as string)
  }
  await trial.check('lists what has not ended, by start, drafts too', async () => {
    expectThat(await listed(''), [first, second, later, draft], 'ids')
  })
  await trial.check('tells drafts by their draft field', async () => {
    const { data } = expectOk(await api.get(`/event?calendarIds=${calendarId}`))
    expectThat(
      (data as Json[]).map((event) => event.draft as number),
      [0, 0, 0, 1],
      'draft fields',
    )
  })
  await trial.check('lists past events where they are asked for', async () => {
    expectThat(await listed('&showPastEvents=true'), [over, first, second, later, draft], 'ids')
  })
  await trial.check('lists events of draft calendars only with showDraft', async () => {
    const hidden = await trial.newCalendar({ draftCalendar: 1 })
    const { eventId } = expectOk(await api.post('/event', trial.eventFields({ calendarId: hidden })))
    for (const query of ['', '&showDraft=0', '&showDraft=false'])
      expectThat((await api.get(`/event?calendarIds=${hidden}${query}`)).status, 204, 'HTTP status')
    const { data } = expectOk(await api.get(`/event?calendarIds=${hidden}&showDraft=1`))
    expectThat(
      (data as Json[]).map((event) => event.id as string),
      [eventId],
      'ids with showDraft',
    )
  })
  await trial.check('pages until 204 without a body', async () => {
    const pages: number[] = []
    for (let page = 1; page <= 10; page++) {
      const answer = await api.get(`/event?calendarIds=${calendarId}&limit=2&page=${page}`)
      if (answer.status === 204) {
        expectThat(answer.text, '', 'body of 204')
        break
      }
      const { data } = expectOk(answer, { data: list, count: 4, totalPages: 2 })
      pages.push(data.length as number)
    }
    expectThat(pages, [2, 2], 'events of the pages before the 204')
  })
  await trial.check('answers 204 for page 1,000,000,000', async () => {
    const answer = await api.get(`/event?calendarIds=${calendarId}&page=1000000000`)
    expectThat(answer.status, 204, 'HTTP status')
  })
  await trial.check('answers 204 where a list is empty', async () =>
    expectThat((await api.get(`/event?calendarIds=${empty}`)).status, 204, 'HTTP status'),
  )
  await trial.check('filters by start date, both ends inclusive', async () => {
    expectThat((await listed(`&startDate=${trial.day}&endDate=${trial.day}`)).length, 4, 'events')
    const day = '2099-01-01'
    expectThat(
      (await api.get(`/event?calendarIds=${calendarId}&startDate=${day}`)).status,
      204,
      'HTTP status',
    )
  })
  await trial.check('shows times in the zone asked for', async () => {
    const { data } = expectOk(await api.get(`/event/${later}?tz=America/New_York`))
    expectThat(data, { startTime: '10:00', timezone: 'America/New_York' }, 'data')
  })
  for (const query of ['limit=0', 'limit=101', 'page=0', 'page=x'])
    await trial.check(`refuses ${query}`, async () =>
      expectRefused(await api.get(`/event?${query}`), 400, INVALID, { [query.split('=')[0]!]: filled }),
    )
  await trial.check('counts all pages', async () => {
    expectOk(await api.get(`/event?calendarIds=${calendarId}&limit=1`), { count: whole, totalPages: 4 })
  })
}
