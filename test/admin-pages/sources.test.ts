import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSourceReader } from '../../src/sources/read-due-sources.ts'
import { useAdminPortal } from '../support/admin-portal.ts'
import { expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { type SourceServer, startSourceServer } from '../support/source-server.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const DAYS = [11, 12, 13, 14, 15, 16, 17, 18]
const season = (days: number[], details = '') =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0'],
    ...days.flatMap((day) => [
      ...['BEGIN:VEVENT', `UID:m${day}@club`, `DTSTART:209903${day}T150000`, `DTEND:209903${day}T170000`],
      ...[`SUMMARY:Match ${day}`, 'LOCATION:City Ground', ...(details ? [`DESCRIPTION:${details}`] : [])],
      'END:VEVENT',
    ]),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')

describe('the page of a source', () => {
  const admin = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = admin
  let server: SourceServer
  beforeAll(async () => {
    server = await startSourceServer()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  /** A source that has been read once, of a user with this language. */
  async function startSource(language: string) {
    const club = await app.publisher()
    const calendarId = await club.calendar({ name: 'Rugby' })
    const user = await userOf(app, club, 'editor', { language })
    server.serve(season(DAYS))
    const rules = { details: 'ask' }
    const { body } = await user.post('/sources', { calendarId, url: server.url, every: 60, rules })
    await createSourceReader(app.ctx, new AbortController().signal)()
    return { club, calendarId, user, path: `/admin/import/sources/${body.data.id}` }
  }

  it('says in German why a run failed or waits, and takes the answer', async () => {
    const { user, path } = await startSource('de')
    const { page, complaints } = await admin.open(path, PHONE, user)
    await page.getByText('8 hinzugefügt').first().waitFor()
    server.refuse(404)
    await page.getByRole('button', { name: 'Jetzt lesen' }).click()
    await page.getByRole('alert').getByText('Die Adresse ließ sich nicht lesen: Antwort 404').waitFor()
    await page.getByText(/^Gestört seit .*Antwort 404/).waitFor()
    server.serve(season([11, 12]))
    await page.getByRole('button', { name: 'Jetzt lesen' }).click()
    await page.getByText('6 von 8 künftigen Terminen würden wegfallen').waitFor()
    await screenshot(page, 'admin-source-de-phone')
    await expectNoSideways(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Ja, übernehmen' }).click()
    await page.getByText('Erledigt: 6 entfernt.').waitFor()
    expect(complaints).toEqual([])
  })

  it('asks in Arabic which change is right', async () => {
    const { club, calendarId, user, path } = await startSource('ar')
    const first = async () => {
      const { body } = await club.get(`/event?calendarIds=${calendarId}&showPastEvents=1`)
      return (body!.data as { id: string; details: string }[])[0]!
    }
    await club.put(`/event/${(await first()).id}`, { details: 'Bring a scarf' })
    server.serve(season(DAYS, 'Gates open at 14:00'))
    const { page, complaints } = await admin.open(path, { viewport: { width: 1440, height: 900 } }, user)
    await page.getByRole('button', { name: 'القراءة الآن' }).click()
    const question = page.getByRole('heading', { name: 'أيهما الصحيح؟' })
    await question.waitFor()
    await screenshot(page, 'admin-source-ar')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'أخذ ما في المصدر' }).click()
    await expect.poll(async () => (await first()).details).toBe('Gates open at 14:00')
    await question.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })
})
