import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import readXlsx from 'read-excel-file/universal'
import { describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { expectAccessible, screenshot } from '../support/browser.ts'
import { BEHIND_PROXY, userOf } from '../support/users.ts'

const TABLE = 'Table (CSV)'
const WORKBOOK = 'Table (XLSX)'

describe('tables that the admin portal saves', () => {
  const admin = useAdminPortal('sqlite', BEHIND_PROXY)
  const { app } = admin

  async function save(page: Page, file: string, button = 'Export'): Promise<Buffer> {
    await page.getByRole('button', { name: button }).click()
    const item = page.getByRole('menuitem', { name: file })
    const [download] = await Promise.all([page.waitForEvent('download'), item.click()])
    expect(download.suggestedFilename()).toMatch(file.includes('CSV') ? /\.csv$/ : /\.xlsx$/)
    return readFile(await download.path())
  }

  /** The rows of the only sheet, and its XML. */
  async function opened(bytes: Buffer) {
    const [sheet] = await readXlsx(new Uint8Array(bytes).buffer)
    const xml = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml']!).toString()
    return { rows: sheet!.data as unknown[][], xml }
  }

  it('have events as a workbook with dates and without formulas, which an import reads back unchanged', async () => {
    const club = await app.publisher()
    const calendar = await club.calendar({ name: 'First team' })
    await club.event(calendar, { name: '=1+1', details: 'Line "1",\nline 2; end', tags: ['a', 'x, y; z'] })
    await club.event(calendar, { name: "'-10 %", timezone: 'Asia/Tokyo', alert: '90M', reference: '007' })
    await club.event(calendar, { name: '+43 1 000', location: '@home', startTime: '00:00' })
    await club.event(calendar, { name: 'Camp', allDay: 'yes', endDate: '2027-04-12', draft: 1 })
    await club.event(calendar, { name: 'Off <b>&amp;</b>', cancelled: 1, referenceType: '2027-04-10' })
    const { page, complaints } = await admin.enter(club, 'editor', '/events?show=table')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: WORKBOOK }).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-export', 'window')
    await page.keyboard.press('Escape')

    const bytes = await save(page, WORKBOOK)
    const { rows, xml } = await opened(bytes)
    const heading = (name: string) => rows[0]!.indexOf(name)
    const sums = rows.find((row) => row[heading('Title')] === '=1+1')!
    expect(sums[heading('Start date')]).toEqual(new Date('2027-04-10T00:00:00Z'))
    expect(sums[heading('Start time')]).toBeInstanceOf(Date)
    expect(xml).not.toContain('<f>')
    const files = { fileName: 'events.xlsx', content: bytes.toString('base64') }
    const input = { calendarId: calendar, ...files, options: {} }
    const { data } = (await club.post('/admin/api/imports/preview', input)).body
    expect(data).toMatchObject({ faults: [], counts: { added: 0, changed: 0, removed: 0, unchanged: 5 } })
    // As a CSV file it is the one of the API.
    const csv = (await save(page, TABLE)).toString()
    expect(csv).toBe(`\ufeff${(await club.get('/admin/api/events.csv')).text}`)
    expect(complaints).toEqual([])
  })

  it('have subscribers with headings, words and local times in the language of the portal', async () => {
    const club = await app.publisher({ timezone: 'Asia/Tokyo' })
    const calendar = await club.calendar({ name: 'First team' })
    const profile = { first_name: '=HYPERLINK("x")', last_name: 'Anders', dob: '2001-02-03', optin: true }
    const fan = await club.subscriber('fay@example.com', [calendar], profile)
    await club.subscriber('gus@example.com', [calendar])
    const at = { created: Date.parse('2027-03-01T15:30:00Z') }
    await app.ctx.db.updateTable('subscriber').set(at).where('id', '=', fan.svcId).execute()
    const user = await userOf(app, club, 'editor', { language: 'de' })
    const { page, complaints } = await admin.open('/admin/subscribers?q=fay', {}, user)
    await page.getByRole('link', { name: fan.email }).waitFor()
    const saved = (file: string) => save(page, file, 'Exportieren')
    const text = (await saved('Tabelle (CSV)')).toString()
    const [record, ...others] = parse<Record<string, string>>(text, { bom: true, columns: true })
    expect(others).toEqual([])
    expect(record).toMatchObject({
      'E-Mail': 'fay@example.com',
      Status: 'Aktiv',
      'Abonniert seit (Asia/Tokyo)': '2027-03-02 00:30',
      Vorname: `'=HYPERLINK("x")`,
      'Einwilligung 1': 'Zugestimmt',
      'Einwilligung 2': 'Nicht zugestimmt',
      Kalender: 'First team',
    })
    const { rows, xml } = await opened(await saved('Tabelle (XLSX)'))
    const cell = (name: string) => rows[1]![rows[0]!.indexOf(name)]
    // Fractions of a day are not exact.
    const since = Math.round((cell('Abonniert seit (Asia/Tokyo)') as Date).getTime() / 1000) * 1000
    expect(since).toBe(Date.parse('2027-03-02T00:30:00Z'))
    expect(cell('Geburtsdatum')).toEqual(new Date('2001-02-03T00:00:00Z'))
    expect(cell('Vorname')).toBe('=HYPERLINK("x")')
    expect(cell('Abrufe')).toBe(0)
    expect(rows).toHaveLength(2)
    expect(xml).not.toContain('<f>')
    expect(complaints).toEqual([])
  })

  it('refuse a workbook of too many rows, and save any number as CSV', async () => {
    const club = await app.publisher()
    const { page, complaints } = await admin.enter(club, 'editor', '/subscribers')
    const lines = (rows: number) =>
      `\ufeffemail,reads\r\n${Array.from({ length: rows }, (_, n) => `"a ""${n}"",\nb",${n}\r\n`).join('')}`
    const answer = (rows: number) =>
      page.route(/subscribers\.csv/, (route) =>
        route.fulfill({ status: 200, contentType: 'text/csv', body: lines(rows) }),
      )
    await answer(20_000)
    const { rows } = await opened(await save(page, WORKBOOK))
    expect(rows).toHaveLength(20_001)
    expect(rows.at(-1)).toEqual(['a "19999",\nb', 19_999])
    await answer(20_001)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: WORKBOOK }).click()
    await page.getByText('more than 20,000 rows').waitFor()
    const csv = (await save(page, TABLE)).toString()
    expect(csv).toBe(lines(20_001).replace('email,reads', 'E-mail,Reads'))
    expect(complaints).toEqual([])
  })
})
