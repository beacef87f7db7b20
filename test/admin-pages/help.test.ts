import { describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'

const PLACES = {
  '': 'Overview',
  '/calendars': 'Calendars',
  '/events': 'Events',
  '/changes': 'Changes',
  '/import': 'Import',
  '/subscribers': 'Subscribers',
  '/widgets': 'Widgets',
  '/developers/keys': 'Developers',
  '/people': 'People',
  '/audit-log': 'Audit log',
  '/google': 'Google Calendar',
  '/settings': 'Settings',
  '/profile': 'Your profile',
}

describe('the help of the portal', () => {
  const admin = useAdminPortal('sqlite')
  const { app } = admin

  it('leads to the section about the page', async () => {
    const club = await app.publisher()
    const { page, complaints } = await admin.enter(club, 'owner', '/')
    for (const [path, heading] of Object.entries(PLACES)) {
      await page.goto(`${app.url}/admin${path}`)
      const href = await page.getByRole('link', { name: 'Help' }).getAttribute('href')
      const help = new URL(href!, app.url)
      const html = await (await fetch(help)).text()
      expect(html, heading).toContain(`id="${help.hash.slice(1)}"><a href="${help.hash}">${heading}</a>`)
    }
    await page.goto(`${app.url}/admin/developers/keys`)
    const reference = page.getByRole('link', { name: 'API reference' })
    await expect.poll(() => reference.getAttribute('href')).toBe(`/docs?key=${club.apiKey}`)
    await page.goto(`${app.url}/docs?key=${club.apiKey}#getCalendar`)
    await page.getByText('Your API key, to try operations').click()
    expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe(club.apiKey)
    expect(complaints).toEqual([])
  })
})
