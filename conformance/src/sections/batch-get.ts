import { expectAnswer, expectOk, expectRefused, expectThat, filled, list } from '../expect.ts'
import type { Json } from '../signed-requests.ts'
import type { Section } from '../trial.ts'
import { removeLater } from './batch-add.ts'

const NOBODY = '0123456789abcdef01234567'

/** Listing private events, and searching them by id. */
export const batchGet: Section = {
  name: 'batch-get',
  run: (trial) =>
    trial.withSubscriber('listing batches', async ({ svcId }) => {
      const { api } = trial
      const referenceType = trial.reference()
      const records = [1, 2, 3].map(() => trial.eventFields({ svcId, referenceType }))
      const added = await api.post('/batch/events', { type: 'private', events: records })
      removeLater(trial, added)
      const { items } = expectAnswer(added, 207, { added: 3 })
      const ids = (items as Json[]).map((item) => item.id as string)
      const idsOf = (data: Json[]) => data.map((event) => event.id as string)
      const ours = `/batch/events?type=private&referenceType=${referenceType}`

      await trial.check('lists a grouping key, in the order of creation', async () => {
        const { data } = expectOk(await api.get(ours), { data: list })
        expectThat(idsOf(data), ids, 'ids')
      })
      await trial.check('combines it with svc_id', async () => {
        const { data } = expectOk(await api.get(`${ours}&svc_id=${encodeURIComponent(svcId)}`))
        expectThat(idsOf(data), ids, 'ids')
      })
      await trial.check('pages; past the end the list is empty, with 200', async () => {
        const pages = []
        for (const page of [1, 2, 1_000_000_000]) {
          const { data } = expectOk(await api.get(`${ours}&limit=2&page=${page}`), { data: list })
          pages.push(idsOf(data))
        }
        expectThat(pages, [ids.slice(0, 2), ids.slice(2), []], 'pages')
      })
      await trial.check('reads type in any case', async () => {
        const { data } = expectOk(await api.get(ours.replace('private', 'Private')))
        expectThat(idsOf(data), ids, 'ids')
      })
      await trial.check('takes a limit over 100 as 100', async () => {
        expectOk(await api.get(`${ours}&limit=500`), { data: list })
      })
      await trial.check('finds events by id', async () => {
        const path = '/batch/events/search?type=private'
        const { data } = expectOk(await api.post(path, { ids: [ids[2], ids[0], NOBODY] }))
        expectThat(idsOf(data), [ids[0], ids[2]], 'ids')
      })
      const refusals: [what: string, path: string, field: string][] = [
        ['without type', '/batch/events', 'type'],
        ['with another type', '/batch/events?type=fixture', 'type'],
        ['with page 0', '/batch/events?type=private&page=0', 'page'],
        ['with a limit that is no number', '/batch/events?type=private&limit=x', 'limit'],
      ]
      for (const [what, path, field] of refusals)
        await trial.check(`refuses a list ${what}`, async () =>
          expectRefused(await api.get(path), 400, 'Validation failed.', { [field]: filled }),
        )
      await trial.check('answers 404 for an unknown svc_id', async () => {
        const answer = await api.get(`/batch/events?type=private&svc_id=${NOBODY}`)
        expectRefused(answer, 404, `Subscriber with ID [${NOBODY}] Not Found`)
      })
    }),
}
