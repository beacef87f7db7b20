import { expectOk, expectRefused, expectThat, filled, list } from '../expect.ts'
import type { Section } from '../trial.ts'

/** The widget's JSON, if the server has it. */
export const widget: Section = {
  name: 'widget',
  async run(trial) {
    const { api } = trial
    const widgetId = await trial.widget()
    if (!widgetId) return trial.skip('the widget', 'the server tells of none: give --widget-id')
    const [calendarId] = await trial.calendars()
    await trial.check('tells what it shows, public calendars among it', async () => {
      const body = expectOk(await api.fetch(`${api.base}/w/${widgetId}/config`), { calendars: list })
      const ids = body.calendars.map((calendar: { id: string }) => calendar.id)
      expectThat(ids.includes(calendarId), true, 'our calendar is among them')
    })
    await trial.withSubscriber('subscribing', async ({ svcId, email, made }) => {
      if (!made) return trial.skip('subscribing', 'the subscriber was given by --svc-id')
      await trial.check('subscribes, and never tells the svc_id', async () => {
        const answer = await trial.subscribe(made.widgetId, email, { calendarIds: [calendarId] })
        expectOk(answer, { calendarUrl: { httpsCalUrl: filled }, manageUrl: filled })
        expectThat(answer.text.includes(svcId), false, 'the svc_id is in the answer')
      })
      await trial.check('gives the same e-mail the same svc_id', async () => {
        const { data } = expectOk(await api.get(`/subscriber/${encodeURIComponent(email)}`))
        expectThat(data, { id: svcId, source: 'Widget' }, 'data')
      })
      await trial.check('refuses what is no e-mail, and an unknown calendar', async () => {
        const invalid = 'Invalid Subscriber Data'
        expectRefused(await trial.subscribe(made.widgetId, 'nobody'), 400, invalid, { email: filled })
        const calendarIds = ['0123456789abcdef01234567']
        const answer = await trial.subscribe(made.widgetId, email, { calendarIds })
        expectRefused(answer, 400, invalid, { calendarIds: filled })
      })
    })
    await trial.check('answers 404 for a widget that is not there', async () =>
      expectThat(
        (await api.fetch(`${api.base}/w/0123456789abcdef01234567/config`)).status,
        404,
        'HTTP status',
      ),
    )
  },
}
