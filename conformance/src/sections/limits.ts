import { expectAnswer, expectOk, expectRefused } from '../expect.ts'
import type { Section } from '../trial.ts'
import { removeLater } from './batch-add.ts'

const ADD = '/batch/events?type=private'
const RECORDS = 1000
const BYTES = 1_000_000
const TOO_LARGE = 'Payload Too Large'

export const limits: Section = {
  name: 'limits',
  async run(trial) {
    const { api } = trial
    const ids = (count: number) =>
      Array.from({ length: count }, (_, index) => index.toString(16).padStart(24, '0'))
    await trial.check('deletes 1000 ids at once', async () =>
      expectAnswer(await api.delete(ADD, { ids: ids(RECORDS) }), 207, { total_processed: RECORDS }),
    )
    await trial.check('refuses 1001 ids: 413', async () =>
      expectRefused(await api.delete(ADD, { ids: ids(RECORDS + 1) }), 413, TOO_LARGE),
    )
    await trial.withSubscriber('the size of batches', async ({ svcId }) => {
      const records = (count: number) => Array.from({ length: count }, () => trial.eventFields({ svcId }))
      const body = (count: number) => ({ type: 'private', events: records(count) })
      await trial.check('adds 1000 records at once', async () => {
        const answer = await api.post(ADD, body(RECORDS))
        removeLater(trial, answer)
        expectAnswer(answer, 207, { total_processed: RECORDS, added: RECORDS })
      })
      await trial.check('refuses 1001 records: 413', async () => {
        const answer = await api.post(ADD, body(RECORDS + 1))
        removeLater(trial, answer)
        expectRefused(answer, 413, TOO_LARGE)
      })
      await trial.check('takes a request of 1,000,000 bytes', async () => {
        const answer = await api.post(ADD, JSON.stringify(body(1)).padEnd(BYTES))
        removeLater(trial, answer)
        expectAnswer(answer, 207, { added: 1 })
      })
      await trial.check('refuses a request of 1,000,001 bytes: 413', async () => {
        const answer = await api.post(ADD, JSON.stringify(body(1)).padEnd(BYTES + 1))
        removeLater(trial, answer)
        expectRefused(answer, 413, TOO_LARGE)
      })
      await trial.check('takes pages of 100 events', async () => {
        const answer = await api.get(
          `/batch/events?type=private&svc_id=${encodeURIComponent(svcId)}&limit=101`,
        )
        const { data } = expectOk(answer)
        if (data.length > 100) throw new Error(`a page has ${data.length} events`)
      })
    })
  },
}
