import { expect, it } from 'vitest'
import { FastiClient } from '../../client/src/index.ts'
import { useClubs } from '../support/club.ts'
import { next, onlyNotification, onStep, openFlow, subscribeByMouse, tile } from '../support/subscribing.ts'
import type { TestPublisher } from '../support/test-publisher.ts'

const clubs = useClubs('sqlite')

/** Subscribes others from the address of the browser. */
async function crowd(club: TestPublisher, people: number): Promise<void> {
  for (let i = 0; i < people; i++) await club.subscribe(`other-${club.id}-${i}@example.com`, [])
}

it('gets through a crowd by a little work of the page, which nobody sees', async () => {
  const { club } = await clubs.club()
  const { page, complaints } = await openFlow(clubs, club)
  const solver = page.waitForRequest(/\/assets\/solve-/)
  await crowd(club, 20)
  await subscribeByMouse(page, 'First team', 'fan@example.com', 'Google Calendar')
  await solver
  expect((await club.get('/subscriber/fan@example.com')).status).toBe(200)
  // The browser notes each refusal by itself.
  expect(complaints.filter((text) => !text.includes('429'))).toEqual([])
})

it('does not load the solver where nobody waits', async () => {
  const { club } = await clubs.club()
  const { page } = await openFlow(clubs, club)
  const loaded: string[] = []
  page.on('request', (request) => void loaded.push(request.url()))
  await subscribeByMouse(page, 'First team', 'fan@example.com', 'Google Calendar')
  expect(loaded.filter((url) => url.includes('solve'))).toEqual([])
})

it('takes a ticket: it shows the address, and nothing has to be confirmed', async () => {
  const { club, first } = await clubs.club()
  const { svcId } = await club.subscriber('fan@example.com')
  await club.privateEvent(svcId, { name: 'Your seat' })
  const client = new FastiClient({ url: club.url, apiKey: club.apiKey, secret: club.secret })
  // The service of these tests is in another year.
  const offset = Math.floor((clubs.app.ctx.now() - Date.now()) / 1000)
  const ticket = await client.ticket({
    widgetId: club.widgetId,
    email: 'fan@example.com',
    seconds: 600 + offset,
  })
  const { page } = await openFlow(clubs, club, { ticket })
  await page.getByRole('checkbox', { name: 'First team' }).check()
  await next(page).click()
  await onStep(page, 'details')
  const email = page.getByLabel('E-mail')
  expect([await email.inputValue(), await email.getAttribute('readonly')]).toEqual([
    'fan@example.com',
    'true',
  ])
  await next(page).click()
  await tile(page, 'Google Calendar').click()
  await onStep(page, 'done')
  const { data } = (await club.get('/subscriber/fan@example.com')).body
  expect(data.data.calIds).toEqual([first])
})

it('goes on without a ticket that is too old: the address is confirmed by mail', async () => {
  const { club } = await clubs.club()
  const client = new FastiClient({ url: club.url, apiKey: club.apiKey, secret: club.secret })
  const offset = Math.floor((clubs.app.ctx.now() - Date.now()) / 1000)
  const ticket = await client.ticket({
    widgetId: club.widgetId,
    email: 'new@example.com',
    seconds: offset - 1,
  })
  const { page } = await openFlow(clubs, club, { ticket })
  await page.getByRole('checkbox', { name: 'First team' }).check()
  await next(page).click()
  await next(page).click()
  await tile(page, 'Google Calendar').click()
  await onStep(page, 'done')
  expect((await onlyNotification(club)).email).toBe('new@example.com')
})
