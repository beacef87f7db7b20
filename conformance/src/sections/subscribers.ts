import {
  expectOk,
  expectRefused,
  expectThat,
  filled,
  flag,
  id,
  list,
  object,
  text,
  texts,
  whole,
} from '../expect.ts'
import type { Section } from '../trial.ts'

const NOBODY = '0123456789abcdef01234567'
const INVALID = 'Invalid Subscriber Data'

const all = <T>(names: string, kind: T): Record<string, T> =>
  Object.fromEntries(names.split(' ').map((name) => [name, kind]))

const RECORD = {
  ...all('publisherId publisherOrgId', whole),
  ...all('subscriptionWidgetId standardWidgetId first_name last_name age_group name', text),
  ...all('appName category country device fingerprint gender icsFilename ip mobile os source zip', text),
  ...all('logged created modified', text),
  ...all('optin secondary_optin optin3 optin4', flag),
  ...all('optin_id secondary_optin_id optin3_id optin4_id requiredAge parentConsentAge totalActivity', whole),
  ...all('dob parentConsentOn parentEmail reference lastActive', text),
  applications: list,
  data: {
    application: text,
    ...all('calIds calNames eventIds tags privateCalIds privateEventIds', texts),
    ...all('mobileFull ip os device', text),
  },
  location: object,
  custom_fields: list,
  selectedAppcalTypes: texts,
  calendarUrl: {
    webCalUrl: /^webcal:/,
    appleCalUrl: filled,
    webCalUrlNoIcs: filled,
    httpCalUrl: /^http/,
    httpsCalUrl: /^http/,
    googleUrl: /^https:\/\/www\.google\.com\/calendar\/render\?cid=/,
    outlookcomUrl: /^https:\/\/outlook\.live\.com\//,
  },
  IsActive: true,
}

export const subscribers: Section = {
  name: 'subscribers',
  run: (trial) =>
    trial.withSubscriber('subscribers', async ({ svcId, email }) => {
      const { api } = trial
      const at = `/subscriber/${encodeURIComponent(svcId)}`
      const [one, other] = await trial.calendars()
      const change = (action: string, body: unknown) => api.post(`${at}/subscriptions/${action}`, body)

      await trial.check('finds somebody by svc_id, with every field', async () => {
        const { data } = expectOk(await api.get(at))
        expectThat(data, { ...RECORD, id: svcId, email }, 'data')
      })
      await trial.check('finds somebody by e-mail, in any case', async () => {
        for (const spelled of [email, email.toUpperCase()]) {
          const { data } = expectOk(await api.get(`/subscriber/${encodeURIComponent(spelled)}`))
          expectThat(data, { id: svcId, email }, 'data')
        }
      })
      const follows = (data: { data: { calIds: string[] } }) =>
        [one, other].map((calendarId) => data.data.calIds.includes(calendarId))
      await trial.check('adds calendars, and answers the record', async () => {
        const { data } = expectOk(await change('add', { calendarIds: [one, other] }), { data: { id: svcId } })
        expectThat(follows(data), [true, true], 'calIds has them')
      })
      await trial.check('adds what is there without an error', async () => {
        const { data } = expectOk(await change('add', { calendarIds: [one] }))
        expectThat(data.data.calIds.filter((calendarId: string) => calendarId === one).length, 1, 'in calIds')
      })
      await trial.check('removes calendars; what is not there is no error', async () => {
        for (let times = 0; times < 2; times++) {
          const { data } = expectOk(await change('remove', { calendarIds: [other] }))
          expectThat(follows(data), [true, false], 'calIds has them')
        }
      })
      await trial.check('an unknown calendar changes nothing', async () => {
        const answer = await change('add', { calendarIds: [other, NOBODY] })
        expectRefused(answer, 400, INVALID, { calendarIds: new RegExp(NOBODY) })
        const { data } = expectOk(await api.get(at))
        expectThat(follows(data), [true, false], 'calIds has them')
      })
      for (const [what, body] of [
        ['an empty list', { calendarIds: [] }],
        ['no list', {}],
        ['a text', { calendarIds: one }],
      ] as const)
        await trial.check(`refuses calendarIds that are ${what}`, async () =>
          expectRefused(await change('add', body), 400, INVALID, { calendarIds: filled }),
        )
      await trial.check('knows no action but add and remove', async () => {
        const { status } = await change('replace', { calendarIds: [one] })
        expectThat(status, 404, 'HTTP status')
      })
      await trial.check('answers 404 for an unknown svc_id', async () => {
        const statusLong = `Subscriber with ID [${NOBODY}] Not Found`
        const path = `/subscriber/${NOBODY}`
        expectRefused(await api.post(`${path}/subscriptions/add`, { calendarIds: [one] }), 404, statusLong)
        expectRefused(await api.post(`${path}/unsubscribe`), 404, statusLong)
      })
      await trial.check('gives ids as texts', async () => {
        const { data } = expectOk(await api.get(at))
        expectThat(data.id, id, 'data.id')
      })
    }),
}
