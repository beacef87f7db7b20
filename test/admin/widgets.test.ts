import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { useTestApp } from '../support/test-app.ts'
import { type Json, send } from '../support/test-publisher.ts'

const SETTINGS = {
  fields: { first_name: 'required', zip: 'optional' },
  customFields: [{ name: 'seat', label: 'Your seat', required: false }],
  consents: [{ text: 'I want news.', url: 'https://example.com/terms', required: true }],
  minimumAge: 13,
  parentConsentAge: 16,
  origins: ['https://www.example.com', 'http://localhost:3000', 'https://*.example.org'],
}

describe.each(DATABASES)('widgets in the admin API on %s', (kind) => {
  const app = useTestApp(kind)

  it('lists those a new publisher has, with link and code', async () => {
    const club = await app.publisher()
    const { body } = await club.get('/admin/api/widgets')
    expect(body).toMatchObject({ status: '200', data: [{ type: 'button' }, { type: 'event' }] })
    const [button, list] = body.data
    expect(button).toEqual({
      id: club.widgetId,
      type: 'button',
      name: 'Add to calendar',
      active: true,
      settings: {},
      directLink: `https://fasti.test/w/${club.widgetId}`,
      embedCode: [
        `<button type="button" hidden class="svc-sync-widget-button" data-svc-widget-id="${club.widgetId}">Add to calendar</button>`,
        `<script src="https://fasti.test/widget.js" data-svc-api-key="${club.apiKey}" async></script>`,
      ].join('\n'),
    })
    expect(list.directLink).toBe(`https://fasti.test/w/${list.id}/events`)
    expect(list.embedCode).toContain(
      `<div class="svc-sync-widget-button" data-svc-widget-id="${list.id}"></div>\n<script src=`,
    )
  })

  it('creates one, shows it, and the public page knows it', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar()
    await club.calendar()
    const created = await club.post('/admin/api/widgets', {
      type: 'button',
      name: 'Juniors',
      settings: { ...SETTINGS, calendarIds: [calendar, calendar], unknown: 1 },
      unknown: 1,
    })
    expect(created.status).toBe(200)
    // An age limit makes the date of birth required.
    const settings = {
      ...SETTINGS,
      calendarIds: [calendar],
      fields: { first_name: 'required', zip: 'optional', dob: 'required' },
    }
    expect(created.body.data).toMatchObject({ name: 'Juniors', active: true })
    expect(created.body.data.settings).toEqual(settings)
    const { id } = created.body.data
    expect((await club.get(`/admin/api/widgets/${id}`)).body.data).toEqual(created.body.data)
    const { body } = await send(`${app.url}/w/${id}/config`)
    expect(body.widget).toEqual({
      id,
      type: 'button',
      name: 'Juniors',
      fields: settings.fields,
      customFields: SETTINGS.customFields,
      consents: SETTINGS.consents,
      minimumAge: 13,
      parentConsentAge: 16,
      view: 'list',
    })
    expect(body.calendars.map((offered: Json) => offered.id)).toEqual([calendar])
  })

  it('keeps kinds, options and texts in other languages, without what nobody knows', async () => {
    const club = await app.publisher()
    const stand = {
      name: 'stand',
      label: 'Your stand',
      required: true,
      kind: 'choice',
      options: [
        { value: 'n', label: 'North', translations: { de: { label: 'Nord' }, ar: { label: 'الشمال' } } },
        { value: 's', label: 'South' },
      ],
      translations: { de: { label: 'Deine Tribüne' } },
    }
    const settings = {
      customFields: [stand, { name: 'away', label: 'Do you travel?', required: false, kind: 'tick' }],
      consents: [
        {
          text: 'I agree to the terms.',
          url: 'https://example.com/terms',
          required: true,
          translations: {
            de: { text: 'Ich stimme zu.', url: 'https://example.com/agb' },
            fr: { text: 'J’accepte.' },
          },
        },
      ],
    }
    const path = `/admin/api/widgets/${club.widgetId}`
    const given = structuredClone(settings) as Json
    given.customFields[0].options[0].other = 1
    given.customFields[0].translations.de.other = 1
    given.consents[0].translations.fr.url = ''
    given.customFields[1].translations = {}
    expect((await club.put(path, { settings: given })).body.data.settings).toEqual(settings)
    const { widget } = (await send(`${app.url}/w/${club.widgetId}/config`)).body
    expect(widget).toMatchObject(settings)
  })

  it('leads with colours of its own on all its pages, and with the publisher’s where it has none', async () => {
    const club = await app.publisher()
    await club.put('/admin/api/publisher', {
      displayPrimaryColor: '#112233',
      displaySecondaryColor: '#445566',
    })
    const path = `/admin/api/widgets/${club.widgetId}`
    const colors = async () => {
      const { publisher } = (await send(`${app.url}/w/${club.widgetId}/config`)).body
      return [publisher.primaryColor, publisher.secondaryColor]
    }
    expect(await colors()).toEqual(['#112233', '#445566'])
    const given = { colors: { primary: '#0b5d3b', other: 1 } }
    expect((await club.put(path, { settings: given })).body.data.settings).toEqual({
      colors: { primary: '#0b5d3b' },
    })
    expect(await colors()).toEqual(['#0b5d3b', '#445566'])
    for (const page of ['', '/events', '/link'])
      expect((await send(`${app.url}/w/${club.widgetId}${page}`)).text, page).toContain(
        '"primaryColor":"#0b5d3b"',
      )
    await club.put(path, { settings: { colors: { primary: '', secondary: '#abc' } } })
    expect(await colors()).toEqual(['#112233', '#abc'])
    await club.put(path, { settings: { colors: {} } })
    expect((await club.get(path)).body.data.settings).toEqual({})
    expect(await colors()).toEqual(['#112233', '#445566'])
  })

  it('changes what is given, and switches off', async () => {
    const club = await app.publisher()
    const path = `/admin/api/widgets/${club.widgetId}`
    await club.put(path, { settings: SETTINGS })
    const renamed = (await club.put(path, { name: 'New name' })).body.data
    expect(renamed).toMatchObject({ name: 'New name', active: true, settings: { minimumAge: 13 } })
    expect((await club.put(path, { settings: {} })).body.data).toMatchObject({
      name: 'New name',
      settings: {},
    })
    expect((await club.get(path)).body.data.settings).toEqual({})
    expect((await club.put(path, { active: false })).body.data.active).toBe(false)
    expect((await send(`${app.url}/w/${club.widgetId}/config`)).status).toBe(404)
    await club.put(path, { active: true })
    expect((await send(`${app.url}/w/${club.widgetId}/config`)).status).toBe(200)
  })

  it('writes a hostile name as text into the code', async () => {
    const club = await app.publisher()
    const name = `"><script>alert('1')</script>&amp;`
    const { data } = (await club.put(`/admin/api/widgets/${club.widgetId}`, { name })).body
    expect(data.name).toBe(name)
    expect(data.embedCode).not.toContain('<script>')
    expect(data.embedCode).toContain('&#60;script&#62;alert(&#39;1&#39;)')
    expect(data.embedCode).not.toContain('"><')
    expect((await send(`${app.url}/w/${club.widgetId}/config`)).body.widget.name).toBe(name)
  })

  it.each<[string, Json, string]>([
    ['a type of its own', { type: 'banner' }, 'type'],
    ['no name', { name: '' }, 'name'],
    ['a name with control characters', { name: 'a\u0007b' }, 'name'],
    ['settings that are no object', { settings: [] }, 'settings'],
    ['an unknown calendar', { settings: { calendarIds: ['0'.repeat(24)] } }, 'settings.calendarIds'],
    ['a calendar id that is none', { settings: { calendarIds: ['x'] } }, 'settings.calendarIds[0]'],
    ['a field that is neither', { settings: { fields: { zip: 'maybe' } } }, 'settings.fields.zip'],
    ['fields in a list', { settings: { fields: ['zip'] } }, 'settings.fields'],
    [
      'five consents',
      { settings: { consents: Array(5).fill({ text: 'x', required: true }) } },
      'settings.consents',
    ],
    [
      'a consent with a script for a link',
      { settings: { consents: [{ text: 'x', url: 'javascript:alert(1)', required: true }] } },
      'settings.consents[0].url',
    ],
    [
      '21 questions',
      {
        settings: {
          customFields: Array.from({ length: 21 }, (_, i) => ({ name: `${i}`, label: 'x', required: true })),
        },
      },
      'settings.customFields',
    ],
    [
      'two questions of one name',
      { settings: { customFields: Array(2).fill({ name: 'a', label: 'x', required: true }) } },
      'settings.customFields',
    ],
    ...(
      [
        ['a kind of its own', { kind: 'slider' }, '.kind'],
        ['a choice of nothing', { kind: 'choice' }, '.options'],
        ['a choice of one', { kind: 'choice', options: [{ value: 'a', label: 'A' }] }, '.options'],
        ['options of a text', { options: ['a', 'b'].map((value) => ({ value, label: value })) }, '.options'],
        [
          'two options of one value',
          { kind: 'choice', options: ['A', 'B'].map((label) => ({ value: 'a', label })) },
          '.options',
        ],
        [
          'a blank value',
          { kind: 'choice', options: ['a', ' '].map((value) => ({ value, label: 'x' })) },
          '.options[1].value',
        ],
        ['a language we do not speak', { translations: { pt: { label: 'Lugar' } } }, '.translations'],
        ['a language without its text', { translations: { de: {} } }, '.translations.de.label'],
      ] as const
    ).map(([what, over, field]): [string, Json, string] => [
      what,
      { settings: { customFields: [{ name: 'a', label: 'x', required: true, ...over }] } },
      `settings.customFields[0]${field}`,
    ]),
    [
      'a script for the link of a translation',
      {
        settings: {
          consents: [
            { text: 'x', required: true, translations: { de: { text: 'x', url: 'javascript:alert(1)' } } },
          ],
        },
      },
      'settings.consents[0].translations.de.url',
    ],
    ['origins of nobody', { settings: { origins: [] } }, 'settings.origins'],
    ['a colour by name', { settings: { colors: { primary: 'red' } } }, 'settings.colors.primary'],
    ['colours in a list', { settings: { colors: ['#fff'] } }, 'settings.colors'],
    ['half a year', { settings: { minimumAge: 12.5 } }, 'settings.minimumAge'],
    ['an age of 0', { settings: { minimumAge: 0 } }, 'settings.minimumAge'],
    [
      'parents of nobody',
      { settings: { minimumAge: 16, parentConsentAge: 16 } },
      'settings.parentConsentAge',
    ],
    ...[
      'https://a.example/path',
      'https://a.example;script-src *',
      "https://a.example' *",
      'https://a b.example',
      'javascript:alert(1)',
      'https://',
      '*',
    ].map((origin): [string, Json, string] => [
      `the origin ${origin}`,
      { settings: { origins: [origin] } },
      'settings.origins[0]',
    ]),
  ])('refuses %s', async (_, fault, field) => {
    const club = await app.publisher()
    const { data: before } = (await club.get('/admin/api/widgets')).body
    const answer = await club.post('/admin/api/widgets', { type: 'button', name: 'New', ...fault })
    expect(answer).toMatchObject({ status: 400, body: { statusLong: 'Invalid Widget Data' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
    if (!fault.type) {
      expect((await club.put(`/admin/api/widgets/${club.widgetId}`, fault)).status).toBe(400)
    }
    expect((await club.get('/admin/api/widgets')).body.data).toEqual(before)
  })

  it('keeps to 100 widgets', async () => {
    const club = await app.publisher()
    const create = () => club.post('/admin/api/widgets', { type: 'event', name: 'More' })
    const now = Date.now()
    await app.ctx.db
      .insertInto('widget')
      .values(
        Array.from({ length: 97 }, (_, i) => ({
          publisher_id: club.id,
          id: `f${i}`,
          type: 'event' as const,
          name: '',
          active: 1 as const,
          settings: '{}',
          created: now,
        })),
      )
      .execute()
    expect((await create()).status).toBe(200)
    expect((await create()).status).toBe(409)
  })

  it("knows nothing of another publisher's widgets and calendars", async () => {
    const [us, them] = [await app.publisher(), await app.publisher()]
    const theirs = await them.calendar()
    const path = `/admin/api/widgets/${them.widgetId}`
    for (const answer of [await us.get(path), await us.put(path, { name: 'Stolen' })]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { statusLong: `Widget with ID [${them.widgetId}] Not Found` },
      })
    }
    const { body } = await us.put(`/admin/api/widgets/${us.widgetId}`, {
      settings: { calendarIds: [theirs] },
    })
    expect(body.errors['settings.calendarIds']).toContain(theirs)
    expect((await send(`${app.url}/admin/api/widgets`)).status).toBe(401)
  })
})
