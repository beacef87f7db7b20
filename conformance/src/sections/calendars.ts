import {
  expectAnswer,
  expectOk,
  expectRefused,
  expectThat,
  filled,
  id,
  list,
  text,
  texts,
  time,
  whole,
} from '../expect.ts'
import type { Json } from '../signed-requests.ts'
import type { Section, Trial } from '../trial.ts'

const INVALID = 'Invalid Calendar Data'
const RECORD = {
  id,
  type: 'fixture',
  typeOrder: 1,
  publisherId: whole,
  publisherOrgId: whole,
  note: text,
  categories: texts,
  categoryIds: list,
  tags: list,
  genre: 'Sports',
  subGenre: 'Rugby',
  feed: /^https?:\/\//,
  latestVersion: whole,
  created: time,
  modified: time,
}

const BAD: [field: string, value: unknown, what: string][] = [
  ['name', undefined, 'missing'],
  ['name', 'x', 'of one character'],
  ['name', 'x'.repeat(251), 'of 251 characters'],
  ['name', 7, 'that is a number'],
  ['type', undefined, 'missing'],
  ['type', 'private', 'that is not fixture'],
  ['categories', undefined, 'missing'],
  ['categories', 'Sports//Rugby', 'with an empty level'],
  ['reference', undefined, 'missing'],
  ['reference', '', 'that is empty'],
  ['genre', undefined, 'missing'],
  ['subGenre', undefined, 'missing'],
  ['draftCalendar', 2, 'that is 2'],
  ['logo', 'not an address', 'that is no address'],
]

export const calendars: Section = {
  name: 'calendars',
  async run(trial) {
    const { api } = trial
    const fields = trial.calendarFields({ categories: 'Conformance/Test, Conformance', note: 'Ours.' })
    let calendarId = ''
    await trial.check('creates a calendar: 200 with calendarId', async () => {
      const body = expectOk(await api.post('/calendar/', fields), { calendarId: id })
      calendarId = body.calendarId as string
      trial.later(() => api.delete(`/calendar/${calendarId}`))
    })
    for (const [what, key] of [
      ['id', calendarId],
      ['reference', fields.reference],
    ] as const)
      await trial.check(`finds it by ${what}, with every field`, async () => {
        const { data } = expectOk(await api.get(`/calendar/${key}`))
        const { name, reference, note } = fields
        const more = { campaignUrl: text, webCalUrl: /^webcal:/, httpCalUrl: /^https?:/ }
        expectThat(
          data,
          { ...RECORD, ...more, id: calendarId, name, reference, note, draftCalendar: 0 },
          'data',
        )
        expectThat([...data.categories].sort(), ['Conformance', 'Conformance/Test'], 'data.categories')
      })
    await trial.check('lists it, with count', async () => {
      const { data, count } = expectOk(await api.get('/calendar/'), { data: list, count: whole })
      expectThat(count, data.length, 'count')
      expectThat(of(data, calendarId), { ...RECORD, name: fields.name }, 'data')
    })
    await checkDrafts(trial)

    await trial.check('refuses a reference that is taken: 409', async () =>
      expectRefused(
        await api.post('/calendar/', { ...fields, name: 'Another' }),
        409,
        `The calendar with reference [${fields.reference}] already exists`,
      ),
    )
    for (const [field, value, what] of BAD)
      await trial.check(`refuses ${field} ${what}`, async () => {
        const answer = await api.post('/calendar/', trial.calendarFields({ [field]: value }))
        if (answer.status === 200) trial.later(() => api.delete(`/calendar/${answer.body.calendarId}`))
        expectRefused(answer, 400, INVALID, { [field]: value === undefined ? required(field) : filled })
      })
    await trial.check('takes names of 2 and of 250 characters', async () => {
      for (const length of [2, 250]) await trial.newCalendar({ name: 'x'.repeat(length) })
    })

    await trial.check('changes what is given, and nothing else', async () => {
      const change = { note: 'Changed.', subGenre: 'Rugby' }
      expectOk(await api.put(`/calendar/${calendarId}`, change), { calendarId })
      const { data } = expectOk(await api.get(`/calendar/${calendarId}`))
      expectThat(data, { name: fields.name, note: 'Changed.', reference: fields.reference }, 'data')
    })
    await trial.check('takes a record back as it gave it', async () => {
      const { data: before } = expectOk(await api.get(`/calendar/${calendarId}`))
      expectOk(await api.put(`/calendar/${calendarId}`, before), { calendarId })
      const { data } = expectOk(await api.get(`/calendar/${calendarId}`))
      const { logo, categories, categoryIds, reference, note, draftCalendar } = before
      expectThat(data, { logo, categories, categoryIds, reference, note, draftCalendar }, 'data')
    })
    await trial.check('asks for subGenre in a change too', async () =>
      expectRefused(await api.put(`/calendar/${calendarId}`, { note: 'x' }), 400, INVALID, {
        subGenre: required('subGenre'),
      }),
    )
    await trial.check('does not change the type', async () => {
      expectOk(await api.put(`/calendar/${calendarId}`, { type: 'fixture', subGenre: 'Rugby' }))
      const answer = await api.put(`/calendar/${calendarId}`, { type: 'private', subGenre: 'Rugby' })
      expectRefused(answer, 400, INVALID, { type: filled })
    })
    await trial.check('ignores fields that are not known', async () =>
      expectOk(await api.put(`/calendar/${calendarId}`, { subGenre: 'Rugby', noSuchField: 1 })),
    )

    await trial.check('deletes it: status is a number', async () => {
      expectAnswer(await api.delete(`/calendar/${calendarId}`), 200, { status: 200, statusLong: 'OK' })
      const gone = `Calendar with ID [${calendarId}] Not Found`
      expectRefused(await api.get(`/calendar/${calendarId}`), 404, gone)
      expectRefused(await api.delete(`/calendar/${calendarId}`), 404, gone)
    })
    await trial.check('refuses a deletion without an id', async () =>
      expectRefused(await api.delete('/calendar/'), 400, 'No Data Provided'),
    )
  },
}

async function checkDrafts(trial: Trial): Promise<void> {
  const { api } = trial
  const draftId = await trial.newCalendar({ draftCalendar: undefined })
  await trial.check('makes a draft where draftCalendar is left out', async () => {
    const { data } = expectOk(await api.get(`/calendar/${draftId}`))
    expectThat(data.draftCalendar, 1, 'data.draftCalendar')
  })
  for (const [query, shown] of [
    ['', false],
    ['?showDraft=1', true],
    ['?showDraft=true', true],
    ['?showDraft=0', false],
    ['?showDraft=false', false],
  ] as const)
    await trial.check(`${shown ? 'lists' : 'does not list'} drafts with "${query}"`, async () => {
      const { data } = expectOk(await api.get(`/calendar/${query}`))
      expectThat(of(data, draftId) !== undefined, shown, 'the draft is in the list')
    })
  await trial.check('makes a draft public', async () => {
    expectOk(await api.put(`/calendar/${draftId}`, { draftCalendar: 0, subGenre: 'Rugby' }))
    const { data } = expectOk(await api.get('/calendar/'))
    expectThat(of(data, draftId) !== undefined, true, 'the calendar is in the list')
  })
}

function of(calendars: Json[], calendarId: string): Json {
  return calendars.find((calendar) => calendar.id === calendarId)
}

function required(field: string): string {
  return `Calendar ${field} is required`
}
