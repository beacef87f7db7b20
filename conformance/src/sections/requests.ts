import { expectOk, expectRefused, expectThat, filled, object } from '../expect.ts'
import type { Section } from '../trial.ts'

const NOWHERE = '0123456789abcdef01234567'

/** Checks that apply to all operations. */
export const requests: Section = {
  name: 'requests',
  async run(trial) {
    const { api } = trial
    const broken: [what: string, body: string | Buffer][] = [
      ['that is not JSON', '{"name":'],
      ['that is empty', ''],
      ['that is a list', '[]'],
      ['that is null', 'null'],
      ['that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ]
    for (const [what, body] of broken)
      await trial.check(`refuses a body ${what}`, async () =>
        expectRefused(await api.post('/calendar/', body), 400, 'Invalid Calendar Data', object),
      )
    await trial.check('says where the JSON is broken', async () =>
      expectRefused(await api.post('/calendar/', '{"name":'), 400, 'Invalid Calendar Data', { body: filled }),
    )
    await trial.check('reads the body as JSON whatever the content type says', async () => {
      const headers = { 'content-type': 'text/plain' }
      const answer = await api.post('/calendar/', { type: 'fixture' }, { headers })
      expectRefused(answer, 400, 'Invalid Calendar Data', { name: 'Calendar name is required' })
    })
    await trial.check('tells all faults at once', async () => {
      const answer = await api.post('/calendar/', { type: 'fixture', name: 'x' })
      expectRefused(answer, 400, 'Invalid Calendar Data', {
        name: filled,
        categories: 'Calendar categories is required',
        reference: 'Calendar reference is required',
        genre: 'Calendar genre is required',
        subGenre: 'Calendar subGenre is required',
      })
    })
    await trial.check('gives each answer an X-Request-Id of its own', async () => {
      const ids = [await api.get('/calendar/'), await api.get('/calendar/x-y')].map(({ headers }) =>
        headers.get('x-request-id'),
      )
      ids.forEach((id) => expectThat(id, filled, 'X-Request-Id'))
      expectThat(new Set(ids).size, 2, 'different ids')
    })
    await trial.check('says that answers are JSON in UTF-8', async () => {
      const answer = await api.get('/calendar/')
      expectOk(answer)
      expectThat(answer.headers.get('content-type') ?? '', /^application\/json\b/, 'Content-Type')
    })
    const unknown: [what: string, path: string, statusLong: string][] = [
      ['a calendar', `/calendar/${NOWHERE}`, `Calendar with ID [${NOWHERE}] Not Found`],
      [
        'a calendar of this reference',
        '/calendar/no-such-thing',
        'Calendar with ID [no-such-thing] Not Found',
      ],
      ['an event', `/event/${NOWHERE}`, `Event with ID [${NOWHERE}] Not Found`],
      ['a subscriber', `/subscriber/${NOWHERE}`, `Subscriber with ID [${NOWHERE}] Not Found`],
      [
        'a subscriber of this e-mail',
        '/subscriber/nobody-at-all@example.com',
        'Subscriber with ID [nobody-at-all@example.com] Not Found',
      ],
    ]
    for (const [what, path, statusLong] of unknown)
      await trial.check(`answers 404 where there is no such ${what.replace(/^an? /, '')}`, async () =>
        expectRefused(await api.get(path), 404, statusLong),
      )
    await trial.check('answers 404 where there is no such operation', async () =>
      expectRefused(await api.get('/no-such-operation'), 404, filled),
    )
  },
}
