import type { Frame } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, dialogFrame, eventually, pageIn, useEmbedding } from '../support/embedding.ts'
import { useForeignSite } from '../support/foreign-site.ts'
import type { Json } from '../support/test-publisher.ts'

const UNKNOWN = '0123456789abcdef01234567'

describe('messages to the embed script', () => {
  const embedding = useEmbedding()
  const stranger = useForeignSite()

  it('count from the frame of the dialog, and from no other', async () => {
    const csp = `${embedding.csp} ${stranger.url}`
    const strange = `<iframe id="strange" src="${stranger.page('', { csp: '' })}"></iframe>`
    await using tab = await embedding.open(embedding.button() + embedding.list() + strange, { csp })
    await tab.page.locator('.svc-sync-widget-button iframe').waitFor()
    await tab.page.locator('button').click()
    const flow = await dialogFrame(tab.page)
    const frames = tab.page.frames()
    const strangers = frames.filter((frame) => frame !== flow)
    expect(strangers.map((frame) => new URL(frame.url()).origin).sort()).toEqual(
      [embedding.site.url, stranger.url, embedding.app.url].sort(),
    )
    for (const frame of strangers) await post(frame, { source: 'fasti', type: 'close' })
    for (const message of [null, 7, 'close', {}, { type: 'close' }, { source: 'fasti' }, [], UNKNOWN])
      await post(flow, message)
    await tab.page.waitForTimeout(200)
    await expect.poll(() => tab.page.locator('dialog').count()).toBe(1)
    await post(flow, { source: 'fasti', type: 'close' })
    await eventually(() => tab.page.locator('dialog').count()).toBe(0)
    expect(tab.complaints).toEqual([])
  })

  it('do not count when the frame has gone elsewhere', async () => {
    const csp = `${embedding.csp} ${stranger.url}`
    await using tab = await embedding.open(embedding.button(), { csp })
    await tab.page.locator('button').click()
    const flow = await dialogFrame(tab.page)
    await flow.goto(stranger.page('', { csp: '' }))
    await post(flow, { source: 'fasti', type: 'close' })
    await tab.page.waitForTimeout(200)
    await expect.poll(() => tab.page.locator('dialog').count()).toBe(1)
  })

  it('do not show a button that the service did not speak for', async () => {
    const csp = `${embedding.csp} ${stranger.url}`
    const strange = `<iframe src="${stranger.page('', { csp: '' })}"></iframe>`
    await using tab = await embedding.open(embedding.button('', UNKNOWN) + strange, {
      csp,
      before: (page) => page.route(/\/status/, () => {}),
    })
    await eventually(() => tab.page.frames().length).toBe(3)
    for (const frame of tab.page.frames()) {
      if (frame.url().includes('/page-'))
        await post(frame, { source: 'fasti', type: 'status', widgetId: UNKNOWN, ok: true })
    }
    await tab.page.waitForTimeout(200)
    await expect.poll(() => tab.page.locator('button').isVisible()).toBe(false)
  })

  it('do not open a dialog or stretch a list by what they hold', async () => {
    await using tab = await embedding.open(embedding.list())
    const list = tab.page.locator('.svc-sync-widget-button iframe')
    const frame = await pageIn(list)
    for (const height of ['x', null, -5, Infinity, { a: 1 }, 1e12])
      await post(frame, { source: 'fasti', type: 'height', height })
    await post(frame, { source: 'fasti', type: 'subscribe', calendarIds: 'all' })
    await tab.page.waitForTimeout(200)
    expect((await list.boundingBox())!.height).toBeLessThanOrEqual(20_000)
    await expect.poll(() => tab.page.locator('dialog').count()).toBe(0)
    await post(frame, { source: 'fasti', type: 'subscribe', calendarIds: [UNKNOWN] })
    await tab.page.locator('dialog iframe').waitFor()
    expect(tab.complaints).toEqual([])
  })

  it('work in a page that is in a frame itself', async () => {
    const inner = embedding.site.page(embedding.button() + embedding.script(), { csp: embedding.csp })
    await using tab = await embedding.open(`<iframe id="inner" src="${inner}"></iframe>`, {
      script: '',
      csp: `frame-src ${embedding.site.url}`,
    })
    const frame = tab.page.frameLocator('#inner')
    await frame.locator('button').click()
    await frame.locator('dialog iframe').waitFor()
    await frame.getByRole('button', { name: 'Close' }).click()
    await eventually(() => frame.locator('dialog').count()).toBe(0)
    expect(tab.complaints).toEqual([])
  })

  it('of one page do not reach another: the frame answers to the origin it was given', async () => {
    const address = `${embedding.app.url}/w/${embedding.buttonId}?embed=1#origin=https://elsewhere.example`
    await using tab = await embedding.open(`<iframe src="${address}"></iframe>`, { script: '' })
    const heard = await tab.page.evaluate(
      () =>
        new Promise<unknown[]>((done) => {
          const { addEventListener } = globalThis as Json
          const messages: unknown[] = []
          addEventListener('message', (event: Json) => messages.push(event.data))
          setTimeout(() => done(messages), 1500)
        }),
    )
    expect(heard).toEqual([])
    await call(tab.page, 'toString').catch(() => {})
  })
})

function post(frame: Frame, message: unknown): Promise<void> {
  return frame.evaluate((data) => {
    // From the page itself the parent is the page.
    ;(globalThis as Json).parent.postMessage(data, '*')
  }, message)
}
