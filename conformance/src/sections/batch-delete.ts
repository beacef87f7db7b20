import { expectAnswer, expectRefused, expectThat } from '../expect.ts'
import type { Json } from '../signed-requests.ts'
import type { Section } from '../trial.ts'
import { removeLater } from './batch-add.ts'

const DELETE = '/batch/events?type=private'
const NOWHERE = ['0123456789abcdef01234567', '0123456789abcdef01234568']
const NONE = 'at least one valid event should be sent'
const INVALID = 'one or more event ids are invalid'

export const batchDelete: Section = {
  name: 'batch-delete',
  async run(trial) {
    const { api } = trial
    const bodies: [what: string, body: unknown, message: string | undefined][] = [
      ['an empty list', { ids: [] }, NONE],
      ['no list', {}, NONE],
      ['ids that are no list', { ids: 'x' }, NONE],
      ['an invalid id', { ids: [NOWHERE[0], 'not-an-id'] }, INVALID],
      ['an id that is a number', { ids: [7] }, INVALID],
      ['broken JSON', '{"ids":[', undefined],
      ['nothing', '', undefined],
    ]
    for (const [what, body, message] of bodies)
      await trial.check(`refuses a body with ${what}`, async () =>
        expectRefused(
          await api.delete(DELETE, body),
          400,
          'Validation failed.',
          message ? { ids: message } : undefined,
        ),
      )
    await trial.check('tells of ids that do not exist one by one', async () => {
      const body = expectAnswer(await api.delete(DELETE, { ids: NOWHERE }), 207, {
        status: '207',
        statusLong: 'Multi-Status',
        ...{ total_processed: 2, deleted: 0, not_found: 2, not_deleted: 0, errors: 0 },
        elapsed: /^[\d.]+ ?\D+$/,
      })
      expectThat(
        body.items,
        NOWHERE.map((id) => ({ id, status: 404 })),
        'items',
      )
    })
    await trial.withSubscriber('deleting what is there', async ({ svcId }) => {
      const records = [1, 2, 3].map(() => trial.eventFields({ svcId }))
      const added = await api.post('/batch/events', { type: 'private', events: records })
      removeLater(trial, added)
      const ids = (expectAnswer(added, 207, { added: 3 }).items as Json[]).map((item) => item.id as string)
      await trial.check('an invalid id among good ones deletes nothing', async () => {
        expectRefused(await api.delete(DELETE, { ids: [...ids, 'x'] }), 400, 'Validation failed.', {
          ids: INVALID,
        })
        expectAnswer(await api.get(`/event/${ids[0]}`), 200)
      })
      await trial.check('deletes; duplicates count once; counters and items agree', async () => {
        const asked = [ids[0]!, NOWHERE[0]!, ids[0]!, ids[1]!]
        const counts = { total_processed: 3, deleted: 2, not_found: 1, not_deleted: 0 }
        const body = expectAnswer(await api.delete(DELETE, { ids: asked }), 207, counts)
        const items = new Map((body.items as Json[]).map((item) => [item.id, item.status]))
        expectThat(items.size, 3, 'items.length')
        expectThat(Object.fromEntries(items), { [ids[0]!]: 200, [ids[1]!]: 200, [NOWHERE[0]!]: 404 }, 'items')
        expectRefused(await api.get(`/event/${ids[0]}`), 404, `Event with ID [${ids[0]}] Not Found`)
      })
      await trial.check('leaves public events alone', async () => {
        const [calendarId] = await trial.calendars()
        const { eventId } = expectAnswer(await api.post('/event', trial.eventFields({ calendarId })), 200)
        const body = expectAnswer(await api.delete(DELETE, { ids: [eventId] }), 207, {
          not_found: 1,
          deleted: 0,
        })
        expectThat(body.items, [{ id: eventId, status: 404 }], 'items')
        expectAnswer(await api.get(`/event/${eventId}`), 200)
      })
    })
  },
}
