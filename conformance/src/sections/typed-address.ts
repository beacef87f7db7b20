import { expectOk, expectThat, filled } from '../expect.ts'
import type { Section } from '../trial.ts'
import { readFeed } from './feeds.ts'

/**
 * Whoever types the address of a subscriber sees nothing of that person. Other servers may not offer that: then
 * the section is skipped.
 */
export const typedAddress: Section = {
  name: 'typed-address',
  async run(trial) {
    const { api } = trial
    await trial.withSubscriber('a typed address', async ({ svcId, email, made }) => {
      if (!made) return trial.skip('a typed address', 'the subscriber was given by --svc-id')
      const [calendarId] = await trial.calendars()
      const name = `${trial.reference()} private`
      const { eventId } = expectOk(
        await api.post(`/event?svc_id=${svcId}`, trial.eventFields({ name, type: 'private' })),
      )
      trial.later(() => api.delete(`/event/${eventId}`))
      const { data: before } = expectOk(await api.get(`/subscriber/${svcId}`))
      const answer = await trial.subscribe(made.widgetId, email, {
        calendarIds: [calendarId],
        first_name: 'Stranger',
      })
      const { calendarUrl } = expectOk(answer, { calendarUrl: { httpsCalUrl: filled }, manageUrl: filled })
      const feed = await readFeed(trial, calendarUrl.httpsCalUrl as string)
      if (feed.text.includes(name))
        return trial.skip(
          'a typed address',
          'the server gives the link of a person to whoever types the address',
        )
      await trial.check('gets a link that shows no private event', async () =>
        expectThat(feed.status, 200, 'HTTP status of the feed'),
      )
      await trial.check('changes nothing of the person', async () => {
        const { data } = expectOk(await api.get(`/subscriber/${svcId}`))
        expectThat(data.data.calIds, before.data.calIds, 'calIds')
        expectThat(JSON.stringify(data).includes('Stranger'), false, 'the record has what was typed')
      })
      await trial.check('gets an answer of the same shape as a new address', async () => {
        const other = await trial.subscribe(made.widgetId, `new-${email}`, { calendarIds: [calendarId] })
        const shape = (value: unknown): unknown =>
          typeof value === 'object' && value !== null
            ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
            : typeof value
        expectThat(shape(answer.body), shape(expectOk(other)), 'the fields')
        trial.later(async () => {
          const { status, body } = await api.get(`/subscriber/new-${email}`)
          if (status === 200) await api.post(`/subscriber/${body.data.id}/unsubscribe`)
        })
      })
    })
  },
}
