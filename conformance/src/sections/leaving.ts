import { expectAnswer, expectOk, expectRefused, expectThat } from '../expect.ts'
import type { Section } from '../trial.ts'
import { eventsOf, readFeed } from './feeds.ts'

const GONE = 'subscriber is not active'

/**
 * Unsubscribing through the API, its effects, and subscribing again. Only with a subscriber created for it.
 */
export const leaving: Section = {
  name: 'leaving',
  run: (trial) =>
    trial.withSubscriber('unsubscribing', async ({ svcId, email, made }) => {
      if (!made) return trial.skip('unsubscribing', 'the subscriber was given by --svc-id')
      const { api } = trial
      const at = `/subscriber/${encodeURIComponent(svcId)}`
      const { data } = expectOk(await api.get(at))
      const address = data.calendarUrl.httpsCalUrl as string
      const [calendarId] = await trial.calendars()
      await trial.check('unsubscribes', async () => void expectOk(await api.post(`${at}/unsubscribe`)))
      const refused: [what: string, method: string, path: string, body?: unknown][] = [
        ['the record', 'GET', at],
        ['private events', 'GET', `/event?svc_id=${svcId}&type=private`],
        ['a batch list', 'GET', `/batch/events?type=private&svc_id=${svcId}`],
        ['a new event', 'POST', `/event?svc_id=${svcId}`, trial.eventFields()],
        ['a change of calendars', 'POST', `${at}/subscriptions/add`, { calendarIds: [calendarId] }],
        ['unsubscribing again', 'POST', `${at}/unsubscribe`],
      ]
      for (const [what, method, path, body] of refused)
        await trial.check(`then refuses ${what}: 403`, async () =>
          expectRefused(await api.call(method, path, body), 403, GONE),
        )
      await trial.check('then finds nobody by the e-mail', async () =>
        expectRefused(await api.get(`/subscriber/${email}`), 404, `Subscriber with ID [${email}] Not Found`),
      )
      await trial.check('then refuses the record in a batch, and the others go on', async () => {
        const record = trial.eventFields({ svcId })
        const answer = await api.post('/batch/events?type=private', { type: 'private', events: [record] })
        const body = expectAnswer(answer, 207, { total_processed: 1, added: 0, errors: 1 })
        expectThat(body.items, [{ reference: record.reference, status: 400, error: GONE }], 'items')
      })
      await trial.check('then the feed is one event that says so', async () =>
        expectThat(eventsOf(await readFeed(trial, address)).length, 1, 'events'),
      )
      await trial.check(
        'comes back through the widget with the same svc_id, or is mailed first',
        async () => {
          expectOk(await trial.subscribe(made.widgetId, email))
          const answer = await api.get(at)
          // A server may ask the person by mail before anything changes.
          if (answer.status === 403) return expectRefused(answer, 403, GONE)
          expectThat(expectOk(answer).data, { id: svcId, IsActive: true }, 'data')
        },
      )
    }),
}
