import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { send } from '../support/test-publisher.ts'

describe.each(DATABASES)('the portal behind a manage link on %s', (kind) => {
  const app = useTestApp(kind, {
    config: (config) => ({ ...config, http: { ...config.http, trustedProxies: 1 } }),
  })
  let address = 0
  const post = (url: string, body: unknown = {}) =>
    send(url, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'x-forwarded-for': `10.1.0.${address++}` },
    })

  async function clubWithFan() {
    const club = await app.publisher()
    const calendars = [
      await club.calendar({ name: 'First team' }),
      await club.calendar({ name: 'Juniors' }),
    ] as const
    return { club, calendars, fan: await club.subscriber('fan@example.com', [calendars[0]]) }
  }

  it('shows what is stored and offered', async () => {
    const { calendars, fan } = await clubWithFan()
    const { body } = await send(`${fan.manageUrl}/data`)
    expect(body).toMatchObject({
      status: '200',
      email: 'fan@example.com',
      reminders: null,
      calendars: [
        { id: calendars[0], name: 'First team', subscribed: true },
        { id: calendars[1], name: 'Juniors', subscribed: false },
      ],
      calendarUrl: fan.record.calendarUrl,
    })
  })

  it('sets the full list of calendars', async () => {
    const { club, calendars, fan } = await clubWithFan()
    expect((await post(`${fan.manageUrl}/calendars`, { calendarIds: [calendars[1]] })).body).toEqual({
      status: '200',
      statusLong: 'OK',
    })
    expect((await club.get(`/subscriber/${fan.svcId}`)).body.data.data.calIds).toEqual([calendars[1]])
    expect((await post(`${fan.manageUrl}/calendars`, { calendarIds: ['0'.repeat(24)] })).status).toBe(400)
    await post(`${fan.manageUrl}/calendars`, { calendarIds: [] })
    expect((await club.get(`/subscriber/${fan.svcId}`)).body.data.data.calIds).toEqual([])
  })

  it('unsubscribes', async () => {
    const { club, fan } = await clubWithFan()
    expect((await post(`${fan.manageUrl}/unsubscribe`)).body).toEqual({ status: '200', statusLong: 'OK' })
    expect((await club.get(`/subscriber/${fan.svcId}`)).status).toBe(403)
    expect(await send(`${fan.manageUrl}/data`)).toMatchObject({
      status: 403,
      body: { statusLong: 'subscriber is not active' },
    })
  })

  it('rotates the links; the old ones open nothing any more', async () => {
    const { club, fan } = await clubWithFan()
    const { body } = await post(`${fan.manageUrl}/rotate`)
    expect(body.manageUrl).not.toContain(fan.manageUrl.split('/').at(-1))
    for (const action of ['calendars', 'unsubscribe', 'rotate']) {
      expect((await post(`${fan.manageUrl}/${action}`, { calendarIds: [] })).status).toBe(403)
    }
    expect((await club.get(`/subscriber/${fan.svcId}`)).body.data.calendarUrl).toEqual(body.calendarUrl)
    const fresh = app.url + new URL(body.manageUrl as string).pathname
    expect((await send(`${fresh}/data`)).status).toBe(200)
  })

  it('knows no forged link, nor a feed link in place of a manage link', async () => {
    const { fan } = await clubWithFan()
    const token = fan.manageUrl.split('/').at(-1)!
    const feedToken = fan.feedUrl.split('/').at(-2)!
    for (const bad of [
      'x',
      token.slice(0, -1),
      `${token.slice(0, 5)}${token[5] === 'A' ? 'B' : 'A'}${token.slice(6)}`,
      feedToken,
    ]) {
      expect((await send(`${app.url}/manage/${bad}/data`)).status).toBe(404)
      expect((await post(`${app.url}/manage/${bad}/unsubscribe`)).status).toBe(404)
    }
  })
})
