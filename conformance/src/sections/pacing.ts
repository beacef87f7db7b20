import { expectRefused, expectThat } from '../expect.ts'
import type { Section } from '../trial.ts'

const BURST = 4

export const pacing: Section = {
  name: 'pacing',
  async run(trial) {
    const { api, options } = trial
    if (options.paceMs === 0) return trial.skip('pacing of batches', '--pace 0: the server does not pace')
    const path = '/batch/events?type=private&limit=1'
    await trial.check('refuses batch requests that come too fast: 429 with Retry-After', async () => {
      await api.restBatch()
      const answers = await Promise.all(Array.from({ length: BURST }, () => api.get(path, { atOnce: true })))
      const refused = answers.filter(({ status }) => status === 429)
      expectThat(refused.length, BURST - 1, `429 among ${BURST} requests at once`)
      for (const answer of refused) {
        expectRefused(answer, 429, 'Too many requests! Try again after sometime.')
        expectThat(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/, 'Retry-After')
      }
    })
    await trial.check('lets them in again after the wait', async () => {
      await api.restBatch()
      expectThat((await api.get(path)).status, 200, 'HTTP status')
    })
    await trial.check('paces all four batch operations together', async () => {
      await api.restBatch()
      const answers = await Promise.all([
        api.get(path, { atOnce: true }),
        api.post('/batch/events', { type: 'private', events: [] }, { atOnce: true }),
        api.delete('/batch/events?type=private', { ids: [] }, { atOnce: true }),
        api.post('/batch/events/search?type=private', { ids: [] }, { atOnce: true }),
      ])
      expectThat(answers.filter(({ status }) => status === 429).length, 3, '429 among one request of each')
    })
    await trial.check('does not pace other operations so', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => api.get('/calendar/', { atOnce: true })))
      expectThat(
        answers.map(({ status }) => status),
        [200, 200, 200],
        'HTTP status',
      )
    })
    await api.restBatch()
  },
}
