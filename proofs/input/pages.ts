import { type Browser, chromium, type Page } from 'playwright-core'
import { FLAGS } from '../../test/support/browser.ts'
import { findChromium } from '../../test/support/chromium.ts'
import type { TestPublisher } from '../../test/support/test-publisher.ts'
import { CannotProve, type Outcome } from '../proof.ts'
import { takesText } from './fields.ts'
import { everythingOf, openApp, type World } from './world.ts'

/** The limits for the name of a calendar, the narrowest of the names on pages. */
const NAME = {
  minLength: 2,
  maxLength: 100,
  pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$',
}
/** As many as one page of each list shows. */
const A_PAGE = 40

/** The texts in a real browser: on the pages of widgets, of subscribers and of users. */
export async function provePages(strings: string[], progress: (text: string) => void): Promise<Outcome> {
  const executablePath = findChromium()
  if (!executablePath) throw new CannotProve('there is no Chromium here')
  const texts = strings.filter((text) => takesText(NAME, text) && onPage(text) !== '')
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  const app = await openApp({ reachable: true })
  const broken: string[] = []
  let pages = 0
  try {
    for (let at = 0; at < texts.length; at += A_PAGE) {
      progress(`pages: ${at} of ${texts.length} texts`)
      const some = texts.slice(at, at + A_PAGE)
      const visit = await visitor(browser, broken)
      pages += await showEverywhere(await everythingOf(app), some, visit)
      await visit.end()
    }
  } finally {
    await browser.close()
    await app.close()
  }
  return { figures: { 'texts on pages': texts.length, 'pages opened': pages }, broken }
}

type Visit = Awaited<ReturnType<typeof visitor>>

/** One context of the browser; all that its pages complain of, or that a text makes them do, is noted. */
async function visitor(browser: Browser, broken: string[]) {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1280, height: 900 },
  })
  let where = ''
  const note = (what: string) => void broken.push(`${where}: ${what}`)
  const watch = (page: Page) => {
    page.on('pageerror', (error) => note(`error ${error.message}`))
    page.on('console', (message) => message.type() === 'error' && note(`console: ${message.text()}`))
    page.on('dialog', (dialog) => {
      note(`a dialog opened: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && !frame.url().startsWith('http://127.0.0.1'))
        note(`it went to ${frame.url()}`)
    })
  }
  return {
    /** Opens the page and waits until each text is shown as text: of what never comes, a note is made. */
    async see(path: string, url: string, texts: string[]) {
      where = path
      const page = await context.newPage()
      watch(page)
      await page.goto(url)
      const wanted = texts.map(onPage)
      let missing = wanted
      for (const end = performance.now() + 20_000; missing.length > 0 && performance.now() < end;) {
        const seen = onPage(await page.evaluate(SEEN))
        missing = wanted.filter((text) => !seen.includes(text))
        if (missing.length > 0) await new Promise((done) => setTimeout(done, 100))
      }
      for (const text of missing) note(`does not show ${JSON.stringify(text)}`)
      await page.close()
    },
    signIn: ({ owner, app }: World) =>
      context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: app.url }))),
    end: () => context.close(),
  }
}

/** Everything there is to read, what is typed in fields and the title among it. Runs in the browser. */
const SEEN = `(() => {
  const seen = [document.title, ...[...document.querySelectorAll('input, textarea')].map((field) => field.value)]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode())
    if (!texts.currentNode.parentElement.closest('script, style, template, noscript')) seen.push(texts.currentNode.data)
  return seen.join('\\n')
})()`

/** White space is one for a reader, and some controls are nothing. */
const onPage = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

async function showEverywhere(world: World, texts: string[], visit: Visit): Promise<number> {
  const { app, club, owner } = world
  const calendarIds = await calendarsNamed(club, texts)
  const events = await eventsNamed(club, texts)
  const fan = await club.subscriber(undefined, calendarIds)
  for (const [index, text] of texts.entries())
    await club.subscribe(`named-${index}@example.com`, [], { first_name: text, last_name: text })
  await owner.put('/publisher', { company: texts[0] })
  await visit.signIn(world)
  const shown: [path: string, texts: string[]][] = [
    [`/w/${club.widgetId}`, texts],
    [`/w/${club.widgetId}/events`, texts.slice(0, 5)],
    [`/calendar/${events}`, texts.slice(0, 5)],
    [new URL(fan.manageUrl).pathname, texts],
    ['/admin/calendars', texts.slice(-20)],
    [`/admin/events?calendarIds=${events}&view=list`, texts.slice(0, 5)],
    ['/admin/subscribers', texts.slice(-20)],
    ['/admin/audit-log', [texts[0]!]],
    ['/admin/settings', [texts[0]!]],
  ]
  for (const [path, wanted] of shown) await visit.see(path, app.url + path, wanted)
  return shown.length
}

async function calendarsNamed(club: TestPublisher, texts: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const text of texts)
    ids.push(await club.calendar({ name: text, note: text, genre: text, subGenre: text }))
  return ids
}

async function eventsNamed(club: TestPublisher, texts: string[]): Promise<string> {
  const calendarId = await club.calendar({ note: texts[0] })
  for (const [index, text] of texts.entries()) {
    const day = `2027-05-${String(1 + (index % 28)).padStart(2, '0')}`
    const over = { name: text, location: text, details: text, startDate: day, endDate: day }
    await club.event(calendarId, {
      ...over,
      'quickLink[1][name]': text.replace(/\s/g, ' '),
      'quickLink[1][url]': 'https://example.com/',
    })
  }
  return calendarId
}
