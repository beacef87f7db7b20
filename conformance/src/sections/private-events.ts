import { SHORT_EVENT_FIELDS } from '../event-fields.ts'
import { expectAnswer, expectOk, expectRefused, expectThat, filled, id, list, text } from '../expect.ts'
import type { Json } from '../signed-requests.ts'
import type { Section } from '../trial.ts'

const INVALID = 'Invalid Event Data'
const NOBODY = '0123456789abcdef01234567'

/** The operations on single private events, with `svc_id`. */
export const privateEvents: Section = {
  name: 'private-events',
  run: (trial) =>
    trial.withSubscriber('private events', async ({ svcId }) => {
      const { api } = trial
      const at = `/event?svc_id=${encodeURIComponent(svcId)}`
      const link = { 'quickLink[1][name]': 'Ticket', 'quickLink[1][url]': 'https://example.com/t' }
      const fields = trial.eventFields({ type: 'private', alert: '1H', ...link })
      let eventId = ''
      const mine = async (query = '&type=private') => {
        const answer = await api.get(at + query)
        expectAnswer(answer, 200)
        expectThat(answer.body, list, 'body')
        return (answer.body as Json[]).find((event) => event.eventId === eventId)
      }
      await trial.check('creates one: 200 with eventId', async () => {
        const body = expectOk(await api.post(at, fields), { eventId: id })
        eventId = body.eventId as string
        trial.later(() => api.delete(`/event/${eventId}`))
      })
      await trial.check('lists it in a bare list, every field, as it was sent', async () => {
        const social = { facebook: text, twitter: text }
        const expected = { ...SHORT_EVENT_FIELDS, ...fields, eventId, social, allDay: 'no' }
        expectThat(await mine(), expected, 'event')
      })
      await trial.check('without type lists public events of the calendars followed, too', async () => {
        expectThat((await mine(''))?.eventId, eventId, 'the private event')
      })
      await trial.check('pages the list where page or limit is given; 204 past the end', async () => {
        const page = await api.get(`${at}&type=private&limit=1`)
        expectAnswer(page, 200)
        expectThat((page.body as Json[]).length, 1, 'events of the first page')
        expectThat((await api.get(`${at}&page=1000000000`)).status, 204, 'HTTP status past the end')
      })
      await trial.check('needs no location', async () => {
        const { eventId } = expectOk(await api.post(at, trial.eventFields({ location: undefined })))
        expectOk(await api.get(`/event/${eventId}`))
        await api.delete(`/event/${eventId}`)
      })
      await trial.check('makes a draft where draft is left out', async () => {
        const { eventId } = expectOk(await api.post(at, trial.eventFields({ draft: undefined })))
        const { data } = expectOk(await api.get(`/event/${eventId}`))
        await api.delete(`/event/${eventId}`)
        expectThat(data, { draft: 1, type: 'private' }, 'data')
      })
      await trial.check('refuses a reference with spaces', async () => {
        const answer = await api.post(at, trial.eventFields({ reference: 'a b' }))
        expectRefused(answer, 400, INVALID, { reference: filled })
      })
      await trial.check('changes what is given; an empty link goes', async () => {
        const change = { name: 'Renamed', 'quickLink[1][name]': '', 'quickLink[1][url]': '' }
        expectOk(await api.put(`/event/${eventId}`, change), { eventId })
        const event = await mine()
        expectThat(event, { name: 'Renamed', location: fields.location }, 'event')
        expectThat(event['quickLink[1][url]'] ?? '', '', 'quickLink[1][url]')
      })
      await trial.check('keeps it private', async () =>
        expectRefused(await api.put(`/event/${eventId}`, { type: 'fixture' }), 400, INVALID, {
          type: filled,
        }),
      )
      await trial.check('deletes it: status is a number', async () => {
        expectAnswer(await api.delete(`/event/${eventId}`), 200, { status: 200, statusLong: 'OK' })
        expectThat(await mine(), undefined, 'the event in the list')
      })
      await trial.check('refuses an unknown svc_id', async () => {
        const statusLong = `Subscriber with ID [${NOBODY}] Not Found`
        expectRefused(await api.get(`/event?svc_id=${NOBODY}&type=private`), 404, statusLong)
        expectRefused(await api.post(`/event?svc_id=${NOBODY}`, trial.eventFields()), 404, statusLong)
      })
    }),
}
