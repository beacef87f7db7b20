import { expectAnswer, expectRefused, expectThat, filled, id } from '../expect.ts'
import type { Answer, Json } from '../signed-requests.ts'
import type { Section, Trial } from '../trial.ts'
import { BAD_VALUES, eventRecord } from './event-values.ts'

const NO_ID = 'subscriber id is not valid id'
const TAKEN = 'one event with same reference already exists'
const ADD = '/batch/events?type=private'

export const batchAdd: Section = {
  name: 'batch-add',
  run: (trial) =>
    trial.withSubscriber('adding batches', async ({ svcId }) => {
      const { api } = trial
      const record = (over: object = {}) => trial.eventFields({ svcId, alert: '15M', ...over })
      const add = async (events: unknown[], body: object = { type: 'private' }) => {
        const answer = await api.post(ADD, { ...body, events })
        removeLater(trial, answer)
        return answer
      }
      let stored: Json
      await trial.check('adds records: 207, counters, an id and the calendar of each', async () => {
        const records = [record(), record()]
        const answer = await add(records)
        // Found by reference, so that a wrong order fails only this check.
        const item = (answer.body?.items as Json[] | undefined)?.find(
          ({ reference }) => reference === records[0].reference,
        )
        stored = { ...records[0], id: item?.id, calendarId: item?.scheduleId }
        const body = expectAnswer(answer, 207, {
          status: '207',
          statusLong: 'Multi-Status',
          total_processed: 2,
          added: 2,
          elapsed: /^[\d.]+ ?\D+$/,
        })
        expectThat(
          body.items,
          records.map(({ reference }) => ({ id, scheduleId: filled, reference, status: 201 })),
          'items',
        )
        expectThat(Object.hasOwn(body, 'errors'), false, 'errors is there')
      })
      await trial.check('stores them with every field, as they were sent', async () => {
        const body = { ids: [stored.id] }
        const { data } = expectAnswer(await api.post('/batch/events/search?type=private', body), 200)
        expectThat(data, [{ ...eventRecord(stored, 'private'), id: stored.id }], 'data')
      })
      await trial.check(
        'tells of each record what became of it: failed first, in the order sent',
        async () => {
          const good = [record(), record()]
          const [unknown, malformed] = [
            record({ svcId: '0123456789abcdef01234567' }),
            record({ svcId: 'not-an-id' }),
          ]
          const taken = record({ reference: stored.reference })
          const answer = await add([good[0], unknown, taken, good[1], malformed])
          const body = expectAnswer(answer, 207, { total_processed: 5, added: 2, errors: 3 })
          expectThat(
            body.items,
            [
              { reference: unknown.reference, status: 400, error: NO_ID },
              { reference: taken.reference, status: 400, error: TAKEN },
              { reference: malformed.reference, status: 400, error: NO_ID },
              { reference: good[0].reference, status: 201, id },
              { reference: good[1].reference, status: 201, id },
            ],
            'items',
          )
        },
      )
      await trial.check('stops at a reference that repeats in the request, and stores nothing', async () => {
        const [one, other] = [record(), record()]
        const answer = await add([other, one, { ...one, name: 'Again' }])
        const body = expectAnswer(answer, 207, { total_processed: 1, added: 0, errors: 1 })
        const error = 'given parameter is not valid'
        expectThat(body.items, [{ reference: one.reference, status: 400, error }], 'items')
        expectAnswer(await add([other]), 207, { added: 1 })
      })
      await trial.check('makes a draft where draft is left out', async () => {
        const { items } = expectAnswer(await add([record({ draft: undefined })]), 207, { added: 1 })
        const { data } = expectAnswer(await api.get(`/event/${items[0].id}`), 200)
        expectThat(data.draft, 1, 'data.draft')
      })
      await checkRefusals(trial, record, add)
    }),
}

type MakeRecord = (over?: object) => Json
type Add = (events: unknown[], body?: object) => Promise<Answer>

async function checkRefusals(trial: Trial, record: MakeRecord, add: Add): Promise<void> {
  const { api } = trial
  const good = record()
  const bad: [what: string, over: object, field: string][] = [
    ...BAD_VALUES.map(([field, value, what]): [string, object, string] => [
      `${field} ${what}`,
      { [field]: value },
      field,
    ]),
    ['reference missing', { reference: undefined }, 'reference'],
    ['reference with a space', { reference: 'a b' }, 'reference'],
    ['referenceType with a space', { referenceType: 'a b' }, 'referenceType'],
    ['svcId missing', { svcId: undefined }, 'svcId'],
    ['svcId that is a number', { svcId: 7 }, 'svcId'],
    ['a type other than private', { type: 'fixture' }, 'type'],
  ]
  // All in one request, because each request waits for the rate
  // limit: one valid record, then the invalid ones.
  await trial.check(
    'one bad record fails the whole request, all faults told by record and field',
    async () => {
      const answer = await add([good, ...bad.map(([, over]) => record(over))])
      const errors = bad.map(([, , field], index) => [`events[${index + 1}].${field}`, filled])
      expectRefused(answer, 400, 'Validation failed.', Object.fromEntries(errors))
    },
  )
  await trial.check('stores nothing of a request that failed', async () =>
    expectRefused(
      await api.get(`/event/${good.reference}`),
      404,
      `Event with ID [${good.reference}] Not Found`,
    ),
  )
  const bodies: [what: string, body: unknown][] = [
    ['no events', { type: 'private', events: [] }],
    ['no list of events', { type: 'private' }],
    ['events that are no list', { type: 'private', events: {} }],
    ['a record that is no object', { type: 'private', events: ['x'] }],
    ['another type', { type: 'fixture', events: [good] }],
    ['broken JSON', '{"type":"private","events":['],
    ['nothing', ''],
  ]
  for (const [what, body] of bodies)
    await trial.check(`refuses a body with ${what}`, async () =>
      expectRefused(await api.post('/batch/events', body), 400, 'Validation failed.'),
    )
  await trial.check('takes the type from the query too', async () =>
    expectAnswer(await add([record()], {}), 207, { added: 1 }),
  )
}

/** Registers added events for deletion at the end of the run. */
export function removeLater(trial: Trial, answer: Answer): void {
  const items = Array.isArray(answer.body?.items) ? (answer.body.items as Json[]) : []
  const ids = items.flatMap((item) => (item.status === 201 && item.id ? [item.id as string] : []))
  if (ids.length > 0) trial.addedIds.push(...ids)
}
