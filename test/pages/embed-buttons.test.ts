import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { WEB_FOLDER } from '../../src/http/pages/assets.ts'
import { call, eventually, useEmbedding } from '../support/embedding.ts'
import type { Json } from '../support/test-publisher.ts'

const UNKNOWN = '0123456789abcdef01234567'

describe('buttons of the embed script', () => {
  const embedding = useEmbedding()

  it.each([
    ['an unknown widget', () => UNKNOWN, () => embedding.publisher.apiKey, /Not Found/],
    ['what is no id', () => '../admin', () => embedding.publisher.apiKey, /no id of a widget/],
    ['an unknown key', () => embedding.buttonId, () => 'wrong', /API Key does not exist/],
    ['a key of somebody else', () => embedding.buttonId, otherKey, /API Key does not exist/],
    ['a widget that is switched off', switchedOff, () => embedding.publisher.apiKey, /Not Found/],
  ])('stay hidden and say why: %s', async (_what, widgetId, apiKey, reason) => {
    const button = embedding.button('', await widgetId())
    await using tab = await embedding.open(button, { script: embedding.script(await apiKey()) })
    await eventually(() => tab.warnings).toEqual([expect.stringMatching(reason)])
    await expect.poll(() => tab.page.locator('button').isVisible()).toBe(false)
    await expect.poll(() => tab.page.locator('button').getAttribute('hidden')).not.toBeNull()
    expect(tab.page.frames()).toHaveLength(1)
    await call(tab.page, 'show')
    await expect.poll(() => tab.page.locator('dialog').count()).toBe(0)
  })

  it('stay hidden and say so when the service does not answer', async () => {
    await using tab = await embedding.open(embedding.button(), {
      before: async (page) => {
        await page.clock.install()
        await page.route(/\/status/, () => {})
      },
    })
    await eventually(() => tab.page.frames().length).toBe(2)
    await tab.page.clock.fastForward(16_000)
    await eventually(() => tab.warnings).toEqual([expect.stringContaining('did not answer')])
    await expect.poll(() => tab.page.locator('button').isVisible()).toBe(false)
    // It may have been the connection: asked again, it works.
    await tab.page.unroute(/\/status/)
    await call(tab.page, 'destroy')
    await call(tab.page, 'boot')
    await tab.page.locator('button').waitFor()
  })

  it('are found in any number, and each widget is asked for once', async () => {
    const second = await embedding.widget({ name: 'Second' })
    const asked: string[] = []
    await using tab = await embedding.open(
      embedding.button() + embedding.button('', second) + embedding.button() + embedding.button('', UNKNOWN),
      {
        before: async (page) =>
          page.on('request', (request) => {
            if (/\/status(#|$)/.test(request.url())) asked.push(request.url())
          }),
      },
    )
    await eventually(() => tab.page.locator('button:visible').count()).toBe(3)
    await eventually(() => tab.warnings).toHaveLength(1)
    expect(asked).toHaveLength(3)
    await tab.page.locator('button').nth(1).click()
    const address = await tab.page.locator('dialog iframe').getAttribute('src')
    expect(address).toContain(`/w/${second}?`)
  })

  it('may come later, and are taken up once', async () => {
    await using tab = await embedding.open('')
    await insert(tab.page, embedding.button())
    await tab.page.waitForTimeout(200)
    for (let time = 0; time < 3; time++) await call(tab.page, 'initButtons')
    await tab.page.locator('button').waitFor()
    await call(tab.page, 'initButtons')
    await tab.page.locator('button').click()
    await expect.poll(() => tab.page.locator('dialog').count()).toBe(1)
    await tab.page.keyboard.press('Escape')
    await eventually(() => tab.page.locator('dialog').count()).toBe(0)
  })

  it('may leave while the dialog is open, and the dialog with them', async () => {
    await using tab = await embedding.open(embedding.button())
    await tab.page.locator('button').click()
    await tab.page.evaluate(() => (globalThis as Json).document.querySelector('main').remove())
    await tab.page.keyboard.press('Escape')
    await eventually(() => tab.page.locator('dialog').count()).toBe(0)

    await call(tab.page, 'show', { widgetId: embedding.buttonId })
    await tab.page.locator('dialog iframe').waitFor()
    await tab.page.evaluate(() => (globalThis as Json).document.body.replaceChildren())
    const overflow = () => tab.page.locator('html').evaluate((html: Json) => html.style.overflow as string)
    await eventually(overflow).toBe('')
    await call(tab.page, 'show', { widgetId: embedding.buttonId })
    await tab.page.locator('dialog iframe').waitFor()
    expect(tab.complaints).toEqual([])
  })

  it('are given back by destroy, and taken up again by boot', async () => {
    await using tab = await embedding.open(embedding.element('div', 'id="it"') + embedding.list())
    await tab.page.locator('#it').waitFor()
    await tab.page.locator('.svc-sync-widget-button iframe').waitFor()
    await tab.page.locator('#it').click()
    await call(tab.page, 'destroy')
    await expect.poll(() => tab.page.locator('iframe, dialog, svc-widget').count()).toBe(0)
    const left = tab.page.locator('#it')
    await expect.poll(() => left.isVisible()).toBe(false)
    for (const name of ['role', 'tabindex', 'aria-haspopup']) expect(await left.getAttribute(name)).toBeNull()
    await left.dispatchEvent('click')
    await expect.poll(() => tab.page.locator('dialog').count()).toBe(0)

    await call(tab.page, 'boot', embedding.publisher.apiKey)
    await left.click()
    await tab.page.locator('dialog iframe').waitFor()
    await expect.poll(() => tab.page.locator('dialog').count()).toBe(1)
    expect(tab.complaints).toEqual([])
  })

  it('that are links lead there without the script too', async () => {
    const address = `${embedding.app.url}/w/${embedding.buttonId}`
    const link = embedding.element('a', `id="it" href="${address}"`)
    await using tab = await embedding.open(link)
    await tab.page.locator('#it').click()
    await tab.page.locator('dialog iframe').waitFor()
    await call(tab.page, 'destroy')
    await tab.page.locator('#it').click()
    await tab.page.waitForURL(address)
  })

  it('are taken up by boot where the script has no key', async () => {
    const script = `<script src="${embedding.app.url}/widget.js"></script>`
    await using tab = await embedding.open(embedding.button(), { script })
    await call(tab.page, 'initButtons')
    expect(tab.warnings).toEqual([expect.stringContaining('boot(apiKey)')])
    await call(tab.page, 'boot', 'wrong')
    await eventually(() => tab.warnings).toHaveLength(2)
    await call(tab.page, 'boot', embedding.publisher.apiKey)
    await tab.page.locator('button').waitFor()
  })

  it('may have a key of their own', async () => {
    const key = embedding.publisher.apiKey
    const button = embedding.button(`data-svc-api-key="${key}"`)
    await using tab = await embedding.open(button, { script: embedding.script(await otherKey()) })
    await tab.page.locator('button').waitFor()
  })

  it('are not taken up twice by a script that is loaded twice', async () => {
    await using tab = await embedding.open(embedding.button(), {
      script: embedding.script() + embedding.script(),
    })
    await tab.page.locator('button').waitFor()
    const before = await tab.page.evaluateHandle(() => (globalThis as Json).SvcWidget)
    await addScript(tab.page, `${embedding.app.url}/widget.js`, embedding.publisher.apiKey)
    await expect
      .poll(() => tab.page.evaluate((widget) => widget === (globalThis as Json).SvcWidget, before))
      .toBe(true)
    await tab.page.locator('button').click()
    await expect.poll(() => tab.page.locator('dialog').count()).toBe(1)
    expect(tab.warnings).toEqual([])
  })

  it('are hidden from the start where the script comes first, and do not hold up the page', async () => {
    const head = embedding.script().replace(' async', '')
    // The page counts as loaded while nobody answers.
    await using tab = await embedding.open(embedding.button(), {
      script: '',
      head,
      before: (page) => page.route(/\/status/, () => {}),
    })
    await expect.poll(() => tab.page.locator('button').isVisible()).toBe(false)
    await tab.page.unroute(/\/status/)
    await call(tab.page, 'destroy')
    await call(tab.page, 'boot')
    await tab.page.locator('button').waitFor()
    expect(tab.complaints).toEqual([])
  })

  it('need one global name', async () => {
    const names = () => Object.getOwnPropertyNames(globalThis)
    await using bare = await embedding.open('', { script: '' })
    const before = await bare.page.evaluate(names)
    await using tab = await embedding.open(embedding.button())
    await tab.page.locator('button').click()
    await tab.page.locator('dialog iframe').waitFor()
    const after = await tab.page.evaluate(names)
    // A frame has a number on the window.
    const added = after.filter((name) => !before.includes(name) && !/^\d+$/.test(name))
    expect(added).toEqual(['SvcWidget'])
  })

  it('need a script of less than 15 kB', () => {
    const file = path.join(WEB_FOLDER, 'widget.js')
    expect(existsSync(file)).toBe(true)
    expect(statSync(`${file}.gz`).size).toBeLessThan(15_000)
    expect(readFileSync(file, 'utf8')).not.toMatch(/innerHTML|eval\(|new Function|document\.write/)
  })

  async function switchedOff(): Promise<string> {
    const id = await embedding.widget()
    await embedding.publisher.put(`/admin/api/widgets/${id}`, { active: false })
    return id
  }

  async function otherKey(): Promise<string> {
    return (await embedding.app.publisher()).apiKey
  }
})

/** As the script of a single-page application does. */
function insert(page: Json, html: string): Promise<void> {
  return page.evaluate((given: string) => {
    ;(globalThis as Json).document.querySelector('main').insertAdjacentHTML('beforeend', given)
  }, html)
}

function addScript(page: Json, src: string, apiKey: string): Promise<void> {
  return page.evaluate(
    ([address, key]: [string, string]) =>
      new Promise<void>((done) => {
        const { document } = globalThis as Json
        const script = document.createElement('script')
        script.src = address
        script.setAttribute('data-svc-api-key', key)
        script.onload = () => done()
        document.head.append(script)
      }),
    [src, apiKey],
  )
}
