import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useGoogleApp } from '../support/google-app.ts'
import { eventsAtGoogle, eventsOfFeed } from '../support/google-events.ts'
import { expectOk, send, type TestPublisher } from '../support/test-publisher.ts'
import { BEHIND_PROXY, type TestBrowser, userOf } from '../support/users.ts'

let accounts = 0

describe.each(DATABASES)('mirrors at Google on %s', (kind) => {
  const holder = useGoogleApp(kind, BEHIND_PROXY)

  async function owner() {
    const club = await holder.app.publisher()
    const email = `club-${++accounts}@gmail.example`
    holder.google.addAccount(email)
    return { club, email, browser: await userOf(holder.app, club, 'owner') }
  }

  /** Consents as a browser does; returns where it ends. */
  async function consent(
    browser: TestBrowser,
    email: string,
    over: { agrees?: boolean; ticked?: string[] } = {},
  ) {
    const { data } = expectOk(await browser.post('/google/connect'))
    const back = new URL(holder.google.decide(data.url, { email, agrees: true, ...over }))
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await send(holder.app.url + back.pathname + back.search, {
      headers: { cookie },
      redirect: 'manual',
    })
    return { status: answer.status, location: answer.headers.get('location') }
  }

  const stateOf = async (browser: TestBrowser) => expectOk(await browser.get('/google')).data
  const choose = async (browser: TestBrowser, calendarIds: string[]) =>
    expectOk(await browser.put('/google/mirrors', { calendarIds })).data
  const feedOf = async (club: TestPublisher, calendar: string) =>
    eventsOfFeed((await send(`${club.url}/calendar/${calendar}.ics`)).text)
  const remote = (email: string) => holder.google.calendarsOf(email)
  const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 15_000, interval: 50 })

  it('hold what the public feed shows, follow each change, and are open to everybody', async () => {
    const { google } = holder
    const { club, email, browser } = await owner()
    const calendar = await club.calendar({ name: 'First team' })
    const moved = await club.event(calendar, { details: 'Bring <b>boots</b> & a ball', alert: '2H' })
    const removed = await club.event(calendar)
    await club.event(calendar, {
      allDay: 'yes',
      startTime: undefined,
      endTime: undefined,
      endDate: '2027-04-12',
    })
    expect(await consent(browser, email)).toEqual({
      status: 303,
      location: 'https://fasti.test/admin/google?google=connected',
    })
    expect(await stateOf(browser)).toMatchObject({
      offered: true,
      state: 'connected',
      opens: true,
      mirrors: [],
    })
    await choose(browser, [calendar])
    await poll(async () => (await stateOf(browser)).mirrors[0].state).toBe('active')
    const [id] = remote(email)
    expect(google.findCalendar(id!)!.fields).toMatchObject({
      summary: 'First team',
      timeZone: 'Europe/London',
    })
    expect(google.findCalendar(id!)!.acl.get('default')).toMatchObject({ role: 'reader' })
    const mirrored = async () => eventsAtGoogle(google, id!)
    const shown = async () => (await feedOf(club, calendar)).map((event) => ({ ...event }))
    await poll(mirrored).toEqual(await shown())
    await poll(async () => (await stateOf(browser)).requestsToday).toBeGreaterThan(5)

    expectOk(await club.put(`/event/${moved}`, { startTime: '19:00', endTime: '21:00', name: 'Late' }))
    expectOk(await club.delete(`/event/${removed}`))
    const added = await club.event(calendar, { name: 'New' })
    await poll(mirrored).toEqual(await shown())
    expect((await mirrored()).map((event) => event.id)).toContain(added)

    // Hidden and shown again: a deleted id comes back.
    expectOk(await club.put(`/event/${moved}`, { draft: 1 }))
    await poll(async () => (await mirrored()).map((event) => event.id)).not.toContain(moved)
    expectOk(await club.put(`/event/${moved}`, { draft: 0 }))
    await poll(mirrored).toEqual(await shown())
    expect(google.violations).toEqual([])
    const { mirrors } = await stateOf(browser)
    expect(mirrors[0]).toMatchObject({
      ...{
        state: 'active',
        open: true,
        failures: 0,
        message: null,
        calendar: { id: calendar, name: 'First team' },
      },
      address: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(id!)}`,
    })
  })

  it('show cancelled events struck through, marked or not at all, as feeds do', async () => {
    const { google } = holder
    const { club, email, browser } = await owner()
    const calendar = await club.calendar()
    await club.event(calendar, { cancelled: 1, name: 'City v Town' })
    await consent(browser, email)
    await choose(browser, [calendar])
    const titles = () => eventsAtGoogle(google, remote(email)[0] ?? '').map(({ title }) => title)
    await poll(titles).toEqual(['Cancelled: City v Town'])
    expectOk(await browser.put('/publisher', { cancelledEvents: 'strike' }))
    await poll(titles).toEqual(['struck City v Town'])
    expectOk(await browser.put('/publisher', { cancelledEvents: 'remove' }))
    await poll(titles).toEqual([])
  })

  it('are deleted when they are not chosen any more, and with the account, whose consent is revoked', async () => {
    const { google } = holder
    const { club, email, browser } = await owner()
    const [a, b] = [await club.calendar(), await club.calendar()]
    await consent(browser, email)
    await choose(browser, [a, b])
    await poll(() => remote(email).length).toBe(2)
    await poll(async () =>
      (await stateOf(browser)).mirrors.map((mirror: { state: string }) => mirror.state),
    ).toEqual(['active', 'active'])
    await choose(browser, [b])
    await poll(() => remote(email).length).toBe(1)
    expectOk(await browser.delete('/google'))
    await poll(() => remote(email)).toEqual([])
    await poll(() =>
      holder.app.ctx.db.selectFrom('push_grant').select('id').where('publisher_id', '=', club.id).execute(),
    ).toEqual([])
    expect(await stateOf(browser)).toMatchObject({ state: 'none', mirrors: [] })
    expect(google.violations).toEqual([])
  })

  it('are not made again when somebody deletes them at Google, unless they are chosen again', async () => {
    const { google } = holder
    const { club, email, browser } = await owner()
    const calendar = await club.calendar()
    const event = await club.event(calendar)
    await consent(browser, email)
    await choose(browser, [calendar])
    await poll(() => eventsAtGoogle(google, remote(email)[0] ?? '').length).toBe(1)
    google.deleteCalendar(remote(email)[0]!)
    expectOk(await club.put(`/event/${event}`, { name: 'Other' }))
    await poll(async () => (await stateOf(browser)).mirrors[0].state).toBe('removed')
    expectOk(await club.put(`/event/${event}`, { name: 'Another' }))
    await new Promise((done) => setTimeout(done, 1500))
    expect(remote(email)).toEqual([])
    await choose(browser, [calendar])
    await poll(() => eventsAtGoogle(google, remote(email)[0] ?? '').map(({ title }) => title)).toEqual([
      'Another',
    ])
  })

  it('move to another account that the owner connects, and are deleted in the first', async () => {
    const { google } = holder
    const { club, email, browser } = await owner()
    const [calendar, removed] = [await club.calendar(), await club.calendar()]
    const event = await club.event(calendar)
    await consent(browser, email)
    await choose(browser, [calendar, removed])
    const stateOfMirrors = async () =>
      (await stateOf(browser)).mirrors.map((mirror: { state: string }) => mirror.state)
    await poll(stateOfMirrors).toEqual(['active', 'active'])
    const second = `club-${++accounts}@gmail.example`
    google.addAccount(second)
    await consent(browser, second)
    await poll(() =>
      remote(second)
        .map((id) => google.eventsOf(id).length)
        .sort(),
    ).toEqual([0, 1])
    await poll(() => remote(email)).toEqual([])
    await poll(() => google.hasConsent(email)).toBe(false)
    expect(await stateOfMirrors()).toEqual(['active', 'active'])
    expect(await stateOf(browser)).toMatchObject({
      state: 'connected',
      mirrors: [{ open: true }, { open: true }],
    })

    // The consent of the second has ended: its mirrors stay, and nobody of us can delete them.
    google.revokeAccess(second)
    expectOk(await club.put(`/event/${event}`, { name: 'Other' }))
    await poll(async () => (await stateOf(browser)).state).toBe('disconnected')
    const third = `club-${++accounts}@gmail.example`
    google.addAccount(third)
    await consent(browser, third)
    await poll(() => remote(third).length).toBe(2)
    await poll(stateOfMirrors).toEqual(['active', 'active'])
    expect(google.violations).toEqual([])
  })

  it('without the right to open them are made, and say that somebody has to', async () => {
    const { club, email, browser } = await owner()
    const calendar = await club.calendar()
    const ticked = ['https://www.googleapis.com/auth/calendar.app.created']
    await consent(browser, email, { ticked })
    await choose(browser, [calendar])
    await poll(async () => (await stateOf(browser)).mirrors[0]).toMatchObject({
      state: 'active',
      open: false,
    })
    expect(await stateOf(browser)).toMatchObject({ opens: false })
  })

  it('need a consent: refused, unticked, of another browser or another user, nothing is stored', async () => {
    const { club, email, browser } = await owner()
    const location = (outcome: string) => `https://fasti.test/admin/google?google=${outcome}`
    expect((await consent(browser, email, { agrees: false })).location).toBe(location('refused'))
    const acls = 'https://www.googleapis.com/auth/calendar.acls'
    expect((await consent(browser, email, { ticked: [acls] })).location).toBe(location('unticked'))
    const { data } = expectOk(await browser.post('/google/connect'))
    const back = new URL(holder.google.decide(data.url, { email, agrees: true }))
    const other = await userOf(holder.app, club, 'owner')
    const open = (cookies: Map<string, string>) =>
      send(holder.app.url + back.pathname + back.search, {
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        redirect: 'manual',
      })
    expect((await open(other.cookies)).status).toBe(400)
    const mixed = new Map([...other.cookies, ['fasti_consent', browser.cookies.get('fasti_consent')!]])
    expect((await open(mixed)).headers.get('location')).toBe(location('other'))
    expect(await stateOf(browser)).toMatchObject({ state: 'none' })
    const calendar = await club.calendar()
    expect((await browser.put('/google/mirrors', { calendarIds: [calendar] })).status).toBe(409)
    const editor = await userOf(holder.app, club, 'editor')
    expect((await editor.post('/google/connect')).status).toBe(403)
    expect((await club.call('DELETE', '/admin/api/google')).status).toBe(403)
  })
})
