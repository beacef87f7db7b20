import type { BrowserContextOptions, Frame, Locator, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { type Tab, useBrowser } from './browser.ts'
import { useForeignSite } from './foreign-site.ts'
import { useTestApp } from './test-app.ts'
import type { Json, TestPublisher } from './test-publisher.ts'

export interface PageOptions {
  browser?: BrowserContextOptions
  /** Instead of the script with the publisher's key. */
  script?: string
  head?: string
  /** The page's language. */
  lang?: string
  csp?: string
  /** Done before the page is loaded. */
  before?: (page: Page) => Promise<unknown>
}

export interface EmbedTab extends Tab {
  warnings: string[]
}

/** The service, a publisher with a calendar and an event, and pages on another origin that embed its widgets. */
export function useEmbedding() {
  const app = useTestApp('sqlite', { reachable: true })
  const site = useForeignSite()
  const browser = useBrowser()
  const made = {
    publisher: undefined as unknown as TestPublisher,
    calendarId: '',
    buttonId: '',
    listId: '',
    /** A policy that names nothing but the service. */
    csp: '',
  }
  beforeAll(async () => {
    const publisher = await app.publisher()
    const calendarId = await publisher.calendar({ name: 'First team' })
    await publisher.event(calendarId)
    const { data } = (await publisher.get('/admin/api/widgets')).body
    const idOf = (type: string): string => data.find((widget: Json) => widget.type === type).id
    const csp = `script-src ${app.url}; frame-src ${app.url}`
    Object.assign(made, { publisher, calendarId, buttonId: idOf('button'), listId: idOf('event'), csp })
  })

  const script = (apiKey = made.publisher.apiKey) =>
    `<script src="${app.url}/widget.js" data-svc-api-key="${apiKey}" async></script>`
  const element = (tag: string, attributes = '', widgetId = made.buttonId) =>
    `<${tag} class="svc-sync-widget-button" data-svc-widget-id="${widgetId}" ${attributes}>Get the dates</${tag}>`

  /** Opens a page of the other site with this in it. */
  async function open(body: string, options: PageOptions = {}): Promise<EmbedTab> {
    const tab = await browser.open(options.browser)
    const warnings: string[] = []
    tab.page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    await options.before?.(tab.page)
    const { csp = made.csp, head = '', lang = 'en' } = options
    const html = `<h1>City Rugby</h1>${body}${options.script ?? script()}`
    await tab.page.goto(site.page(html, { csp, head, lang }))
    return { ...tab, warnings }
  }

  return Object.assign(made, {
    app,
    site,
    script,
    element,
    button: (attributes?: string, widgetId?: string) => element('button', attributes, widgetId),
    list: (attributes = '') =>
      `<div class="svc-sync-widget-button" data-svc-widget-id="${made.listId}" ${attributes}></div>`,
    /** Makes a further widget of the publisher. */
    async widget(over: Json = {}): Promise<string> {
      const body = { type: 'button', name: 'Button', ...over }
      return (await made.publisher.post('/admin/api/widgets', body)).body.data.id
    },
    open,
  })
}

/** Expects what becomes true in a while. */
export function eventually<Value>(read: () => Value) {
  return expect.poll(read)
}

/** Calls a method of `window.SvcWidget`. */
export function call(page: Page, method: string, ...values: unknown[]): Promise<void> {
  const script = ([name, given]: [string, unknown[]]) => void (globalThis as Json).SvcWidget[name](...given)
  return page.evaluate(script, [method, values] as [string, unknown[]])
}

/** The page in an `iframe`, once it begins to come: a new frame has no address yet. */
export async function pageIn(iframe: Locator): Promise<Frame> {
  const element = await iframe.elementHandle()
  const frame = (await element.contentFrame())!
  await expect.poll(() => frame.url()).toMatch(/^http/)
  return frame
}

/** The page in the dialog, once there is one. */
export function dialogFrame(page: Page): Promise<Frame> {
  return pageIn(page.locator('dialog iframe'))
}

export async function dialogAddress(page: Page): Promise<URL> {
  return new URL((await page.locator('dialog iframe').getAttribute('src')) ?? '')
}

/** The parameters that the page passed into the dialog. */
export async function passed(page: Page): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams((await dialogAddress(page)).hash.slice(1)))
}
