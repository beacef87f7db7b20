import { describe, expect, it } from 'vitest'
import { setUpLink } from '../../src/accounts/set-up.ts'
import { useAdminPortal } from '../support/admin-portal.ts'
import { expectAccessible, screenshot } from '../support/browser.ts'
import { expectLight } from '../support/club.ts'
import { DATABASES } from '../support/databases.ts'
import { readCalendar } from '../support/read-calendar.ts'
import { send } from '../support/test-publisher.ts'
import { PASSWORD } from '../support/users.ts'

const BUDGET = 400_000

describe.each(DATABASES)('from the set-up link on %s', (kind) => {
  const admin = useAdminPortal(kind)
  const { app } = admin

  it('it is a few minutes to the first published fixture', async () => {
    const { page: lost } = await admin.open('/admin')
    await lost.getByRole('heading', { name: 'Nothing is set up yet' }).waitFor()
    await expectAccessible(lost)
    await screenshot(lost, `empty-service-${kind}`)

    const link = new URL((await setUpLink(app.ctx))!)
    const { page, complaints } = await admin.open(link.pathname + link.hash)
    await page.getByLabel('Name of your organisation').fill('City Rugby')
    await page.getByLabel('Your e-mail').fill('olive@example.com')
    await page.getByLabel('Password', { exact: true }).fill('too short')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('At least 12 characters, such as').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await expectLight(page, BUDGET)

    await page.getByRole('link', { name: 'Create a calendar' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('First team')
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Live').click()
    await page.getByRole('button', { name: 'Create the calendar' }).click()
    await page.getByText('First team created').waitFor()

    await page.getByRole('link', { name: 'Add the first event' }).click()
    await page.getByLabel('Title').fill('City v Town')
    await page.getByRole('textbox', { name: 'Place' }).fill('City Ground')
    await page.getByRole('radiogroup', { name: 'State' }).getByText('Live').click()
    await page.getByRole('button', { name: 'Make it live' }).click()
    await page.getByText('The event is live').waitFor()

    const owner = await app.ctx.db.selectFrom('calendar').select(['id', 'name']).executeTakeFirstOrThrow()
    const feed = await send(`${app.url}/calendar/${owner.id}.ics`)
    expect(readCalendar(feed.text)).toMatchObject([{ summary: 'City v Town', location: 'City Ground' }])
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])

    const { page: late } = await admin.open(link.pathname + link.hash)
    await late.getByRole('heading', { name: 'This service is set up already' }).waitFor()
    await expectAccessible(late)
    await late.getByRole('link', { name: 'Sign in' }).click()
    await late.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})
