import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'

const PATH = '/admin/api/publisher'

describe.each(DATABASES)('the publisher in the admin API on %s', (kind) => {
  const app = useTestApp(kind)

  it('is shown as it was made', async () => {
    const club = await app.publisher()
    expect((await club.get(PATH)).body).toEqual({
      status: '200',
      statusLong: 'OK',
      data: {
        id: club.id,
        company: 'City Rugby',
        timezone: 'Europe/London',
        logo: '',
        calendarLogo: '',
        privacyNotice: '',
        imprint: '',
        displayPrimaryColor: '',
        displaySecondaryColor: '',
        feedPastDays: null,
        feedFutureDays: null,
        cancelledEvents: 'mark',
        cancelledMark: '',
        confirm: 'known',
      },
    })
  })

  it('has a look that pages show, and that can be taken away again', async () => {
    const club = await app.publisher()
    const look = {
      logo: 'https://example.com/logo.png',
      displayPrimaryColor: '#A63A22',
      displaySecondaryColor: '#fff',
    }
    expect((await club.put(PATH, look)).body.data).toMatchObject(look)
    const shown = async () => (await send(`${app.url}/w/${club.widgetId}/config`)).body.publisher
    expect(await shown()).toEqual({
      name: 'City Rugby',
      timezone: 'Europe/London',
      logo: look.logo,
      primaryColor: '#A63A22',
      secondaryColor: '#fff',
      privacyNotice: false,
      imprint: false,
    })
    await club.put(PATH, { logo: '', displayPrimaryColor: '' })
    expect(await shown()).toMatchObject({ logo: false, primaryColor: false, secondaryColor: '#fff' })
  })

  it('links to its privacy notice and imprint from its pages, and feeds stay as they are', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const fan = await club.subscriber(undefined, [calendar])
    const before = (await send(fan.feedUrl)).headers.get('etag')
    const notices = {
      privacyNotice: 'https://example.com/privacy',
      imprint: 'http://example.com/imprint?a=1',
    }
    expect((await club.put(PATH, notices)).body.data).toMatchObject(notices)
    for (const page of [`/w/${club.widgetId}`, `/w/${club.widgetId}/events`, `/calendar/${calendar}`])
      for (const address of Object.values(notices))
        expect((await send(app.url + page)).text, page).toContain(`"${address}"`)
    expect((await send(fan.feedUrl)).headers.get('etag')).toBe(before)
    expect((await club.put(PATH, { privacyNotice: '' })).body.data).toMatchObject({
      privacyNotice: '',
      imprint: notices.imprint,
    })
    expect((await send(`${app.url}/w/${club.widgetId}/config`)).body.publisher).toMatchObject({
      privacyNotice: false,
      imprint: notices.imprint,
    })
  })

  it('changes its name and zone in every feed at once', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    await club.event(calendar)
    const fan = await club.subscriber(undefined, [calendar])
    const publicFeed = `${app.url}/calendar/${calendar}.ics`
    const before = [await send(fan.feedUrl), await send(publicFeed)]
    await club.put(PATH, { company: ' Town Rugby ', timezone: 'Europe/Dublin' })
    const [personal, open] = [await send(fan.feedUrl), await send(publicFeed)]
    expect(personal.text).toContain('\r\nX-WR-CALNAME:Town Rugby\r\n')
    expect(personal.text).toContain('\r\nX-WR-TIMEZONE:Europe/Dublin\r\n')
    expect(open.text).toContain('\r\nX-WR-TIMEZONE:Europe/Dublin\r\n')
    for (const [index, after] of [personal, open].entries()) {
      const { headers } = before[index]!
      expect(after.headers.get('etag')).not.toBe(headers.get('etag'))
      const tag = { 'if-none-match': headers.get('etag')! }
      expect((await send(index === 0 ? fan.feedUrl : publicFeed, { headers: tag })).status).toBe(200)
    }
  })

  it('moves the window of feeds', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    const past = { startDate: '2020-01-01', endDate: '2020-01-01', name: 'Long ago' }
    await club.event(calendar, past)
    const fan = await club.subscriber(undefined, [calendar])
    expect((await send(fan.feedUrl)).text).toContain('Long ago')
    expect((await club.put(PATH, { feedPastDays: 30 })).body.data.feedPastDays).toBe(30)
    expect((await send(fan.feedUrl)).text).not.toContain('Long ago')
    await club.put(PATH, { feedPastDays: null })
    expect((await send(fan.feedUrl)).text).toContain('Long ago')
  })

  it('leaves feeds alone when only the look changes', async () => {
    const club = await app.publisher()
    const fan = await club.subscriber()
    const before = (await send(fan.feedUrl)).headers.get('etag')
    await club.put(PATH, { displayPrimaryColor: '#123456' })
    expect((await send(fan.feedUrl)).headers.get('etag')).toBe(before)
  })

  it.each<[string, Json, string[]]>([
    ['a colour by name', { displayPrimaryColor: 'red' }, ['displayPrimaryColor']],
    ['a colour with a style behind it', { displayPrimaryColor: '#fff;x:y' }, ['displayPrimaryColor']],
    ['a colour of four digits', { displaySecondaryColor: '#ffff' }, ['displaySecondaryColor']],
    ['a logo of another kind', { logo: 'data:image/png;base64,AA' }, ['logo']],
    ['a logo on disk', { logo: 'file:///etc/passwd' }, ['logo']],
    ['a logo of calendars on disk', { calendarLogo: 'file:///etc/passwd' }, ['calendarLogo']],
    ['a script for a privacy notice', { privacyNotice: 'javascript:alert(1)' }, ['privacyNotice']],
    ['an imprint without a scheme', { imprint: 'www.example.com' }, ['imprint']],
    ['a zone that is none', { timezone: 'Europe/Atlantis' }, ['timezone']],
    ['no name', { company: '' }, ['company']],
    ['a name of spaces', { company: '   ' }, ['company']],
    ['days before today', { feedPastDays: -1 }, ['feedPastDays']],
    ['days in words', { feedFutureDays: '30' }, ['feedFutureDays']],
    ['another way to tell of cancelled events', { cancelledEvents: 'hide' }, ['cancelledEvents']],
    ['a mark that is too long', { cancelledMark: 'x'.repeat(41) }, ['cancelledMark']],
    ['two faults', { logo: 'x', feedPastDays: 1.5 }, ['logo', 'feedPastDays']],
  ])('refuses %s', async (_, fault, fields) => {
    const club = await app.publisher()
    const { data } = (await club.get(PATH)).body
    const answer = await club.put(PATH, { ...fault, displaySecondaryColor: '#000', ...fault })
    expect(answer).toMatchObject({ status: 400, body: { statusLong: 'Invalid Publisher Data' } })
    expect(Object.keys(answer.body.errors).sort()).toEqual(fields.sort())
    expect((await club.get(PATH)).body.data).toEqual(data)
  })

  it('is nobody else', async () => {
    const [us, them] = [await app.publisher(), await app.publisher({ company: 'Others' })]
    await us.put(PATH, { company: 'Us' })
    expect((await them.get(PATH)).body.data.company).toBe('Others')
    expect((await send(app.url + PATH)).status).toBe(401)
  })
})
