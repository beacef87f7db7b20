import { expect, it, onTestFinished } from 'vitest'
import { startUpkeep } from '../../src/upkeep.ts'
import { confirmedFan, createRule, GOOGLE, read, told } from '../support/alerts.ts'
import { freshDatabaseUrl } from '../support/databases.ts'
import { deviceOf, pushRegister } from '../support/dav.ts'
import { startGoogleApp } from '../support/google-app.ts'
import { eventsAtGoogle } from '../support/google-events.ts'
import { nodeOf, spreadOverProxy } from '../support/hanging-node.ts'
import { usePushService } from '../support/push-service.ts'
import { useReceiver } from '../support/receiver.ts'
import { smtpReceiver } from '../support/smtp-receiver.ts'
import { expectOk, send } from '../support/test-publisher.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const receiver = useReceiver()
const devices = usePushService()

/** Background work finds out within seconds that a node hangs, and alerts are looked at each five seconds. */
const PATIENCE = { timeout: 40_000 }

it('does all background work of the others while a node hangs', { timeout: 120_000 }, async () => {
  const { url, dispose } = await freshDatabaseUrl('postgres', { tables: true })
  const [proxy, smtp] = [await spreadOverProxy(url), await smtpReceiver()]
  const started = await startGoogleApp('postgres', {
    config: (config) => ({
      ...BEHIND_PROXY.config(config),
      db: { ...config.db, kind: 'postgres', url: proxy.url, connections: 10 },
      mail: {
        ...config.mail,
        smtpUrl: smtp.url,
        from: { name: undefined, address: 'calendars@fasti.test' },
      },
    }),
  })
  const { app, google } = started
  const stopping = new AbortController()
  onTestFinished(async () => {
    stopping.abort()
    proxy.mend()
    await started.close()
    await proxy.close()
    await smtp.close()
    await dispose()
  })

  /** A publisher with an event of tomorrow, a callback, and whoever has to learn of a change: by mail, at Google, on a device. */
  async function furnish(name: string) {
    const club = await app.publisher()
    const calendar = await club.calendar({ name })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const event = await club.event(calendar, {
      name,
      startDate: tomorrow,
      endDate: tomorrow,
      timezone: 'UTC',
    })
    await club.callback(`${receiver.url}/${name}`)
    const fan = await confirmedFan(app, club, `${name}@example.com`, [calendar])
    await read(app, fan.feedUrl, GOOGLE)
    await createRule(club)

    const email = `${name}@gmail.example`
    google.addAccount(email)
    const owner = await userOf(app, club, 'owner')
    const { data } = expectOk(await owner.post('/google/connect'))
    const back = new URL(google.decide(data.url, { email, agrees: true }))
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await send(app.url + back.pathname + back.search, { headers: { cookie }, redirect: 'manual' })
    expectOk(await owner.put('/google/mirrors', { calendarIds: [calendar] }))

    const [device, phone] = [await deviceOf(club, fan.svcId), devices.browser()]
    const body = pushRegister(phone.endpoint, phone.keys)
    const registered = await device.ask('POST', `${device.home}${calendar}/`, body, {
      'content-type': 'application/xml',
    })
    expect(registered.status).toBe(204)

    const { pathname } = new URL(phone.endpoint)
    const seen = {
      mirrored: () => {
        const [id] = google.calendarsOf(email)
        return id === undefined ? [] : eventsAtGoogle(google, id).map(({ title }) => title)
      },
      messages: () => devices.messages.filter(({ path }) => path === pathname).length,
      mails: () => told(smtp.mails).filter(([to]) => to === `${name}@example.com`).length,
      webhooks: () => receiver.at(`/${name}`).map(({ body }) => body.email as string),
    }
    await expect.poll(seen.mirrored, PATIENCE).toEqual([name])
    const change = () =>
      club.put(`/event/${event}`, { name: `${name} moved`, startTime: '21:00', endTime: '22:00' })
    return { club, change, seen }
  }
  const [hung, well] = [await furnish('hung'), await furnish('well')]
  startUpkeep(app.ctx, stopping.signal)

  proxy.hang(nodeOf(hung.club.id))
  expectOk(await well.change())
  expectOk(await well.club.subscribe('second@example.com', []))
  await expect.poll(well.seen.webhooks, PATIENCE).toContain('second@example.com')
  await expect.poll(well.seen.mirrored, PATIENCE).toEqual(['well moved'])
  await expect.poll(well.seen.messages, PATIENCE).toBe(1)
  await expect.poll(well.seen.mails, PATIENCE).toBe(1)

  proxy.mend()
  await expect.poll(async () => (await hung.change()).status, PATIENCE).toBe(200)
  await expect.poll(hung.seen.mirrored, PATIENCE).toEqual(['hung moved'])
  await expect.poll(hung.seen.messages, PATIENCE).toBe(1)
  await expect.poll(hung.seen.mails, PATIENCE).toBe(1)
})
