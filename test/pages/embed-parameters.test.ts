import { describe, expect, it } from 'vitest'
import { call, dialogAddress, passed, useEmbedding } from '../support/embedding.ts'
import type { Json } from '../support/test-publisher.ts'

const HOSTILE = [
  `"><script>globalThis.hacked = 1</script>`,
  `'"\`&<img src=x onerror=globalThis.hacked=1>`,
  'javascript:globalThis.hacked=1',
  'a&origin=https://evil.example&embed=0#x',
  '\u0000\u2028\ud83c\udfc1 été %00 %zz +',
]

describe('parameters of the embed script', () => {
  const embedding = useEmbedding()

  it('come from init, the attributes and show, the later before the earlier', async () => {
    const attributes = `data-svc-email="attribute@example.com" data-svc-category="Sports" data-svc-subscriber-reference="r-1"`
    await using tab = await embedding.open(embedding.button(attributes))
    await tab.page.locator('button').waitFor()
    await call(tab.page, 'init', { email: 'init@example.com', category: 'All', autoSubscribe: true })
    await call(tab.page, 'show', { email: 'show@example.com', state: { seat: [1, 'ü'] } })
    expect(await passed(tab.page)).toEqual({
      origin: embedding.site.url,
      referringPage: tab.page.url(),
      email: 'show@example.com',
      category: 'Sports',
      subscriber_reference: 'r-1',
      autoSubscribe: 'true',
      state: '{"seat":[1,"ü"]}',
    })
  })

  it('are all known in JavaScript', async () => {
    const given = {
      email: 'a@example.com',
      category: 'Sports/Rugby',
      calendarIds: ['a', 'b'],
      calendar_reference: 'first-team',
      referringPage: 'https://example.com/',
      subscriber_reference: 'r-1',
      autoSubscribe: true,
      skip_schedule_selection: true,
      custom_fields: [{ name: 'shirt', value: 'XL' }],
      state: { a: 1 },
    }
    await using tab = await embedding.open(embedding.button())
    await tab.page.locator('button').waitFor()
    await call(tab.page, 'show', { ...given, other: 1, __proto__: { x: 1 } })
    expect(await passed(tab.page)).toEqual({
      ...given,
      origin: embedding.site.url,
      calendarIds: 'a,b',
      autoSubscribe: 'true',
      skip_schedule_selection: 'true',
      custom_fields: '[{"name":"shirt","value":"XL"}]',
      state: '{"a":1}',
    })
  })

  it.each(['calendar-ids', 'calendarIds', 'calendar_ids', 'calendarids'])(
    'are attributes in any spelling: data-svc-%s',
    async (name) => {
      const attribute = `data-svc-${name}='["a","b"]' data-svc-skip-schedule-selection="true"`
      await using tab = await embedding.open(embedding.button(attribute))
      await tab.page.locator('button').click()
      const { calendarIds, skip_schedule_selection } = await passed(tab.page)
      expect({ calendarIds, skip_schedule_selection }).toEqual({
        calendarIds: 'a,b',
        skip_schedule_selection: 'true',
      })
    },
  )

  it('that switch something on need no value', async () => {
    const attributes = `data-svc-auto-subscribe data-svc-skip-schedule-selection="false" data-svc-calendar-reference='["a","b"]'`
    await using tab = await embedding.open(embedding.button(attributes))
    await tab.page.locator('button').click()
    expect(await passed(tab.page)).toMatchObject({
      autoSubscribe: 'true',
      skip_schedule_selection: 'false',
      calendar_reference: 'a,b',
    })
  })

  it('are in the fragment alone, which no server sees', async () => {
    const asked: string[] = []
    await using tab = await embedding.open(embedding.button('data-svc-email="secret@example.com"'), {
      before: async (page) => page.on('request', (request) => asked.push(request.url().replace(/#.*/, ''))),
    })
    await tab.page.locator('button').click()
    await tab.page.locator('dialog iframe').waitFor()
    expect((await passed(tab.page)).email).toBe('secret@example.com')
    expect(asked.filter((address) => address.includes('secret'))).toEqual([])
  })

  it('that are no JSON are left out, with a word on the console', async () => {
    const attributes = `data-svc-state="{not json" data-svc-calendar-ids="[1," data-svc-email="a@example.com"`
    await using tab = await embedding.open(embedding.button(attributes))
    await tab.page.locator('button').click()
    expect(Object.keys(await passed(tab.page)).sort()).toEqual(['email', 'origin', 'referringPage'])
    expect(tab.warnings).toHaveLength(2)
    expect(tab.complaints).toEqual([])
  })

  it.each(HOSTILE)('do no harm: %j', async (value) => {
    await using tab = await embedding.open(embedding.button())
    await tab.page.locator('button').waitFor()
    await tab.page.locator('button').evaluate((button: Json, text: string) => {
      button.setAttribute('data-svc-email', text)
      button.setAttribute('data-svc-category', text)
    }, value)
    await call(tab.page, 'init', { subscriber_reference: value, state: { [value]: value } })
    await tab.page.locator('button').click()
    const values = await passed(tab.page)
    const text = value.toWellFormed()
    expect(values).toMatchObject({
      origin: embedding.site.url,
      email: text,
      category: text,
      subscriber_reference: text,
    })
    expect(JSON.parse(values.state!)).toEqual({ [text]: text })
    const address = await dialogAddress(tab.page)
    expect(address.origin + address.pathname + address.search).toBe(
      `${embedding.app.url}/w/${embedding.buttonId}?embed=1&lang=en&theme=light`,
    )
    await expect.poll(() => tab.page.evaluate(() => (globalThis as Json).hacked)).toBeUndefined()
  })

  it.each([undefined, null, 'text', 7, [], { state: undefined, email: null }, { widgetId: 7 }])(
    'may be anything: %j',
    async (value) => {
      await using tab = await embedding.open(embedding.button())
      await tab.page.locator('button').waitFor()
      await call(tab.page, 'init', value)
      await call(tab.page, 'show', value)
      expect(Object.keys(await passed(tab.page)).sort()).toEqual(['origin', 'referringPage'])
      expect(tab.complaints).toEqual([])
    },
  )
})
