import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, NARROW, PHONE, screenshot } from '../support/browser.ts'
import {
  expectNoSideways,
  expectTouchable,
  notificationsOf,
  NOW,
  readFeed,
  useClubs,
} from '../support/club.ts'
import { confirmUrlOf, freshCookie, subscribedAgain } from '../support/confirming.ts'
import { readMail } from '../support/smtp-receiver.ts'
import { onStep, openFlow, subscribeByMouse } from '../support/subscribing.ts'

const HOUR_MS = 3_600_000

describe('a link for each device', () => {
  const started = Date.now()
  let later = 0
  const clubs = useClubs('sqlite', { now: () => NOW + Date.now() - started + later })

  /** A person who follows the first team and has a private event. */
  async function clubWithFan() {
    const { club, ...ids } = await clubs.club()
    const fan = await club.subscriber(undefined, [ids.first])
    await club.privateEvent(fan.svcId, { name: 'Your seat', startDate: '2027-04-10', endDate: '2027-04-10' })
    return { club, fan, ...ids }
  }
  const summaries = async (url: string) => (await readFeed(url)).map(({ summary }) => summary).sort()
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  /** Gives the tab the cookie of a browser that came from a mail. */
  async function comeFromMail(page: Page, manageUrl: string) {
    const [name, value] = (await freshCookie(clubs.app, manageUrl)).split('=') as [string, string]
    await page.context().addCookies([{ name, value, url: `${clubs.app.url}/manage` }])
    await page.reload()
  }

  it('a known address gets nothing of its owner before the button of the mail was pressed', async () => {
    const { club, fan } = await clubWithFan()
    const { page, complaints } = await openFlow(clubs, club)
    await subscribeByMouse(page, 'Juniors', fan.email, 'Google Calendar')
    await page.getByText(`We sent an e-mail to ${fan.email}.`).waitFor()
    const link = await page.getByRole('link', { name: 'Add to Google Calendar' }).getAttribute('href')
    const feed = new URL(link!).searchParams.get('cid')!.replace('webcal:', 'http:')
    expect(await summaries(feed)).toEqual(['Summer camp'])
    const manageUrl = (await page
      .getByRole('link', { name: 'Change or unsubscribe now' })
      .getAttribute('href'))!

    await using pending = await clubs.open(manageUrl)
    await heading(pending.page, 'Confirm your calendar')
    await pending.page.getByRole('listitem').getByText('Juniors').waitFor()
    expect(await pending.page.getByText(fan.email).count()).toBe(0)
    await expectAccessible(pending.page)
    await screenshot(pending.page, 'links-pending')
    await pending.page.getByRole('link', { name: 'Add to another calendar' }).click()
    await pending.page.getByRole('link', { name: 'Add to Google Calendar' }).waitFor()
    await pending.page.getByRole('button', { name: 'Back' }).click()
    await pending.page.getByRole('button', { name: 'Send the e-mail again' }).click()
    await pending.page.getByText('The e-mail is on its way.').waitFor()

    await using mailed = await clubs.open(confirmUrlOf(clubs.app, manageUrl), PHONE)
    await heading(mailed.page, 'Is this you?')
    await mailed.page.getByText('Juniors').waitFor()
    await mailed.page.getByText('Google Calendar').waitFor()
    // Programs open links in mails, so opening changes nothing.
    expect(await summaries(feed)).toEqual(['Summer camp'])
    await expectAccessible(mailed.page)
    await expectTouchable(mailed.page)
    await expectNoSideways(mailed.page)
    await screenshot(mailed.page, 'links-confirm')
    await mailed.page.getByRole('button', { name: 'Confirm' }).press('Enter')
    await heading(mailed.page, 'Confirmed')
    await expect.poll(() => mailed.page.evaluate(() => document.activeElement?.textContent)).toBe('Confirmed')
    expect(await summaries(feed)).toEqual(['City v Town', 'Summer camp', 'Your seat'])
    await expectAccessible(mailed.page)
    await screenshot(mailed.page, 'links-confirmed')
    await mailed.page.reload()
    await mailed.page.getByRole('link', { name: 'Change your calendars' }).click()
    await heading(mailed.page, 'Your calendar of City Rugby')
    // The mail was this one: no second is asked for.
    await mailed.page.getByText(`You follow City Rugby as ${fan.email}.`).waitFor()
    expect(complaints).toEqual([])
  })

  it('the mail fits a small phone, and its button leads to the page that confirms', async () => {
    const { club, fan, juniors } = await clubWithFan()
    const { body } = await club.subscribe(fan.email, [juniors])
    const folder = join(clubs.app.ctx.config.dataDir, 'mail')
    const confirmUrl = confirmUrlOf(clubs.app, body.manageUrl as string)
    const htmlOf = async () => {
      const names = await readdir(folder).catch(() => [])
      const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      return mails
        .map((mail) => readMail(mail).parts['text/html'] ?? '')
        .find((html) => html.includes(confirmUrl))
    }
    await expect.poll(htmlOf).toBeDefined()
    const { page } = await clubs.open(`/w/${club.widgetId}`, NARROW)
    // Our pages forbid the styles that a mail has to have at its elements.
    await page.goto('about:blank')
    await page.setContent((await htmlOf())!)
    await expectNoSideways(page)
    await screenshot(page, 'links-mail')
    await page.getByRole('link', { name: 'Confirm', exact: true }).click()
    await heading(page, 'Is this you?')
  })

  it('the page after subscribing is the same for a new address', async () => {
    const { club, fan } = await clubWithFan()
    const texts: string[] = []
    for (const email of [fan.email, 'new@example.com']) {
      const { page } = await openFlow(clubs, club)
      await subscribeByMouse(page, 'Juniors', email, 'Apple Calendar')
      texts.push((await page.getByRole('main').innerText()).replace(email, ''))
    }
    expect(texts[1]).toBe(texts[0])
  })

  it('a forwarded manage link shows no address and no devices, and has the owner mailed', async () => {
    const { club, fan, first } = await clubWithFan()
    const { body } = await subscribedAgain(clubs.app, club, fan.email, [first])
    later += HOUR_MS
    const { page, complaints } = await clubs.open(body.manageUrl as string)
    await heading(page, 'Your calendar of City Rugby')
    await page.getByText('Every event has a link to this page').waitFor()
    const content = await page.content()
    expect([fan.email, '/feed/'].filter((secret) => content.includes(secret))).toEqual([])
    for (const name of ['Add to another calendar', 'My data', 'Devices', 'New link', 'Unsubscribe']) {
      await page.getByRole('link', { name: new RegExp(`^${name}`) }).click()
      await heading(page, name)
      await page.getByText('Its link opens this page for an hour').waitFor()
      await page.getByRole('button', { name: 'Back' }).click()
    }
    await page.getByRole('link', { name: 'Unsubscribe' }).click()
    await expectAccessible(page)
    await screenshot(page, 'links-needs-mail')
    await page.getByRole('button', { name: 'Send me the e-mail' }).click()
    await page.getByText('The e-mail is on its way.').waitFor()
    const again = page.getByRole('button', { name: 'Send the e-mail again' })
    for (let n = 0; n < 2; n++) {
      await again.click()
      await expect.poll(() => again.getAttribute('aria-disabled')).toBeNull()
    }
    await again.click()
    await page.getByText('Check your inbox, or try again in 60 minutes.').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'links-enough-mails')
    expect((await notificationsOf(club)).map(({ kind }) => kind)).not.toContain('unsubscribe')
    // The browser notes the refusal by itself.
    expect(complaints.filter((text) => !text.includes('429'))).toEqual([])
  })

  it('from a mail, the calendar is added to another device, which needs no mail of its own', async () => {
    const { fan } = await clubWithFan()
    later += HOUR_MS
    const { page, complaints } = await clubs.open(`${fan.manageUrl}#add`)
    await heading(page, 'Add to another calendar')
    await page.getByText('Its link opens this page for an hour').waitFor()
    await comeFromMail(page, fan.manageUrl)
    await page.getByRole('button', { name: 'My phone' }).click()
    await page.getByRole('img', { name: 'Code that opens your calendar' }).waitFor()
    await screenshot(page, 'links-code')
    const { addUrl } = await page.evaluate(
      async () => (await (await fetch(`${location.pathname}/data`)).json()) as { addUrl: string },
    )
    await using phone = await clubs.open(addUrl, PHONE)
    await heading(phone.page, 'Add to another calendar')
    await phone.page.getByRole('button', { name: 'Outlook.com' }).click()
    const link = phone.page.getByRole('link', { name: 'Add to Outlook.com' })
    await expect.poll(() => link.getAttribute('href')).toBe(fan.record.calendarUrl.outlookcomUrl)
    expect(complaints).toEqual([])
  })

  it('from a mail, one device is ended and the others go on', async () => {
    const { club, fan, juniors } = await clubWithFan()
    const second = await club.subscribe(fan.email, [juniors], { application: 'Apple Calendar' })
    const { page, complaints } = await clubs.open(fan.manageUrl)
    await comeFromMail(page, fan.manageUrl)
    await page.getByText(`You follow City Rugby as ${fan.email}.`).waitFor()
    await page.getByRole('link', { name: /^Devices/ }).click()
    await heading(page, 'Devices')
    await expect.poll(() => page.locator('.device').count()).toBe(2)
    await page.getByText('Not confirmed.').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'links-devices')
    await page.getByRole('button', { name: 'End: Apple Calendar' }).press('Enter')
    await page.getByText('Your other links go on.').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'links-end-device')
    await page.getByRole('button', { name: 'Yes, end it' }).press('Enter')
    await page.getByText('Ended: Apple Calendar').waitFor()
    await expect.poll(() => page.locator('.device').count()).toBe(1)
    const { httpsCalUrl } = second.body.calendarUrl as { httpsCalUrl: string }
    expect(await summaries(httpsCalUrl)).not.toContain('Summer camp')
    expect(await summaries(fan.feedUrl)).toEqual(['City v Town', 'Your seat'])

    // The portal ends with its own link.
    await page.getByRole('button', { name: /^End: / }).click()
    await page.getByText('This page belongs to this link').waitFor()
    await page.getByRole('button', { name: 'Yes, end it' }).click()
    await heading(page, 'This link has ended')
    expect(complaints).toEqual([])
  })

  it('from a mail, a device is named by the keyboard, and the name is taken away again', async () => {
    const { club, fan, juniors } = await clubWithFan()
    await subscribedAgain(clubs.app, club, fan.email, [juniors], { application: 'Apple Calendar' })
    const { page, complaints } = await clubs.open(`${fan.manageUrl}#devices`)
    await comeFromMail(page, fan.manageUrl)
    const rename = (name: string) => page.getByRole('button', { name: `Rename: ${name}` })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await rename('Apple Calendar').press('Enter')
    const field = page.getByRole('textbox', { name: 'Name' })
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await expectAccessible(page)
    await expectTouchable(page)
    await screenshot(page, 'links-name-device')
    await page.keyboard.type('Nobody')
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('Rename: Apple Calendar')

    await page.keyboard.press('Enter')
    await page.keyboard.type(' Fay’s phone ')
    await page.keyboard.press('Enter')
    await page.getByText('Saved: Fay’s phone').waitFor()
    await expect.poll(focused).toBe('Rename: Fay’s phone')
    await page.getByText('Apple Calendar', { exact: true }).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'links-named-device')
    await page.reload()
    await rename('Fay’s phone').click()
    await expect.poll(() => field.inputValue()).toBe('Fay’s phone')
    await field.fill('a\u0007b')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This was not accepted. Change it and try again.').waitFor()
    await field.fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved: Apple Calendar').waitFor()
    // The browser notes the refusal by itself.
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  })

  it('a new person says in the portal that the address is theirs', async () => {
    const { club, first } = await clubs.club()
    const email = 'new@example.com'
    const { body } = await club.subscribe(email, [first])
    const manageUrl = body.manageUrl as string
    // The link is good for an hour to the one who typed the data, but proves nothing of the address.
    const { page, complaints } = await clubs.open(manageUrl)
    await page.getByText(`You follow City Rugby as ${email}.`).waitFor()
    expect(await page.getByRole('button', { name: 'Yes, this is my address' }).count()).toBe(0)
    await comeFromMail(page, manageUrl)
    await page.getByRole('heading', { name: `Is ${email} your address?` }).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'links-address')
    await page.getByRole('button', { name: 'Yes, this is my address' }).click()
    await page.getByText('The address is confirmed.').waitFor()
    await page.reload()
    await heading(page, 'Your calendar of City Rugby')
    expect(await page.getByRole('button', { name: 'Yes, this is my address' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('where everybody has to confirm, a new person is no subscriber before', async () => {
    const { club } = await clubs.club()
    await club.put('/admin/api/publisher', { confirm: 'always' })
    const { page } = await openFlow(clubs, club)
    await subscribeByMouse(page, 'First team', 'new@example.com', 'Apple Calendar')
    await onStep(page, 'done')
    expect(await notificationsOf(club)).toEqual([])
    const manageUrl = await page.getByRole('link', { name: 'Change or unsubscribe now' }).getAttribute('href')
    await using mailed = await clubs.open(confirmUrlOf(clubs.app, manageUrl!))
    await mailed.page.getByRole('button', { name: 'Confirm' }).click()
    await heading(mailed.page, 'Confirmed')
    expect((await notificationsOf(club)).map(({ kind }) => kind)).toEqual(['subscribe'])
  })
})
