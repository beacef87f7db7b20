import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useAdminPortal } from '../support/admin-portal.ts'
import { DARK, expectAccessible, PHONE, screenshot } from '../support/browser.ts'
import { expectNoSideways } from '../support/club.ts'
import { type FaultyReceiver, listen } from '../support/faulty-receiver.ts'
import type { Json, TestPublisher } from '../support/test-publisher.ts'

const match = (uid: string, day: string, name: string) =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:${day}T150000\r\nDTEND:${day}T170000\r\nSUMMARY:${name}\r\nLOCATION:City Ground\r\nEND:VEVENT\r\n`
const ics = (...events: string[]) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`
const TABLE = [
  'Showing;Where;When;Kick-off;Coach',
  'City v Town;City Ground;20.03.2027;15:00;Sam',
  'Town v City;Town Park;27.03.2027;15:00;Sam',
  'City v Port;City Ground;03.04.2027;19:30;Alex',
].join('\n')

describe('the page for imports', () => {
  // Each step of an import asks for the time, so that it can be told when one is half way.
  let onClock = () => {}
  const now = () => {
    onClock()
    return Date.now()
  }
  const admin = useAdminPortal('sqlite', { now })
  const { app } = admin

  async function startClub() {
    const club = await app.publisher()
    const calendarId = await club.calendar({ name: 'First team' })
    await club.calendar({ name: 'Juniors' })
    return { club, calendarId, events: () => eventsOf(club, calendarId) }
  }

  it('says in words how events repeat, which dates are left out, and what becomes of them', async () => {
    const { club, events } = await startClub()
    const { page, complaints } = await admin.enter(club, 'editor', '/import')
    const lesson = (uid: string, name: string, ...lines: string[]) =>
      match(uid, '20270302', name).replace('END:VEVENT', [...lines, 'END:VEVENT'].join('\r\n'))
    const term = (until: string) =>
      ics(
        lesson('a', 'Piano', `RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=${until}`, 'EXDATE:20270406T150000'),
        lesson('b', 'Orchestra', 'RRULE:FREQ=MONTHLY;BYDAY=1TU;COUNT=4'),
        lesson('c', 'Practice', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=10'),
        lesson('d', 'Concert', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2;COUNT=1'),
        lesson('e', 'Tuning', 'RRULE:FREQ=HOURLY;COUNT=2'),
      )
    await choose(page, 'First team')
    await upload(page, 'term.ics', term('20270427T225959Z'))
    await page.getByRole('heading', { name: 'What would change' }).waitFor()
    await page.getByText('The file has 4 series with 23 dates').waitFor()
    const row = (name: string) => page.getByRole('row', { name }).innerText()
    const piano = await row('Piano')
    expect(piano).toContain('Every week on Tuesday until 27 April 2027')
    expect(piano).toContain('2 Mar 2027 to 27 Apr 2027 at 15:00, not on 6 Apr 2027')
    expect(piano).toContain('Added with 8 dates')
    expect(await row('Orchestra')).toContain('Every month on the first Tuesday, 4 times')
    expect(await row('Practice')).toContain('10 times')
    expect(await row('Concert')).toContain('Every year on 2 March, once')
    await screenshot(page, 'admin-import-series')
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Notes (1)' }).click()
    await page.getByText('“Tuning” is read as single events: The rule must have FREQ=').waitFor()
    await page.getByRole('button', { name: 'Import 25 changes' }).click()
    await page.getByText('First team: 25 events were added. 4 series have 23 dates.').waitFor()
    expect(await events()).toHaveLength(25)
    await page.getByRole('button', { name: 'Import something else' }).click()
    await choose(page, 'First team')
    await upload(page, 'term.ics', term('20270420T225959Z'))
    await page.getByRole('heading', { name: 'What would change' }).waitFor()
    expect(await row('Piano')).toContain('Changed. Dates: 1 removed, 7 unchanged')
    expect(await row('Orchestra')).toContain('Unchanged, 4 dates')
    await page.setViewportSize(PHONE.viewport)
    await page.emulateMedia(DARK)
    await screenshot(page, 'admin-import-series-phone')
    await expectNoSideways(page)
    expect(complaints).toEqual([])
  })

  it('reads a table, lets its columns be named, shows what would change, and changes nothing twice', async () => {
    const { club, events } = await startClub()
    const { page, complaints } = await admin.enter(club, 'editor', '/import')
    await page.getByText('Nothing has been imported yet').waitFor()
    await page.getByRole('button', { name: 'Read the file' }).click()
    await page.getByText('Choose a file first').waitFor()
    await page.getByText('Choose the calendar for the events').waitFor()
    await expectAccessible(page)
    await choose(page, 'First team')
    await upload(page, 'season.csv', TABLE)

    await page.getByRole('heading', { name: 'Match the columns' }).waitFor()
    // The first column of other texts is taken as the title, and can be another one.
    const title = page.getByRole('combobox', { name: 'Field of Showing' })
    await expect.poll(() => title.inputValue()).toBe('Title')
    await name(page, 'Showing', 'Details')
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.getByRole('alert').getByText('Choose the column with the title').waitFor()
    await name(page, 'Showing', 'Title')
    await name(page, 'Coach', 'Details')
    await page.getByRole('combobox', { name: 'How long is an event without an end?' }).click()
    await page.getByRole('option', { name: '1 hour 30 minutes' }).click()
    await screenshot(page, 'admin-import-columns')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show what would change' }).click()

    await page.getByRole('heading', { name: 'What would change' }).waitFor()
    await page.getByRole('row', { name: 'City v Port' }).waitFor()
    expect(await events()).toEqual([])
    await screenshot(page, 'admin-import-preview')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import 3 changes' }).click()
    await page.getByText('First team: 3 events were added.').waitFor()
    await screenshot(page, 'admin-import-result')
    expect(await events()).toMatchObject([
      {
        name: 'City v Town',
        startDate: '2027-03-20',
        endTime: '16:30',
        details: 'Sam',
        location: 'City Ground',
      },
      { name: 'Town v City' },
      { name: 'City v Port', startTime: '19:30', endTime: '21:00' },
    ])

    await page.getByRole('button', { name: 'Import something else' }).click()
    await page.getByRole('button', { name: 'Run again: season.csv' }).click()
    await page.getByText('Choose season.csv again').waitFor()
    await upload(page, 'season.csv', TABLE)
    // The columns are as they were named.
    await page.getByText('There is nothing to change.').waitFor()
    await page.getByRole('tab', { name: 'Unchanged (3)' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
    expect(complaints).toEqual([])
  })

  it('runs a pasted table again by the choices made for it, and each table by its own', async () => {
    const { club, events } = await startClub()
    const { page } = await admin.enter(club, 'editor', '/import')
    const paste = async (text: string) => {
      await page.getByRole('textbox', { name: 'Table' }).fill(text)
      await page.getByRole('button', { name: 'Read the table' }).click()
    }
    const pasteFirst = async (text: string) => {
      await choose(page, 'First team')
      await page.getByText('Paste', { exact: true }).click()
      await paste(text)
      await page.getByRole('heading', { name: 'Match the columns' }).waitFor()
    }
    const importOne = async () => {
      await page.getByRole('button', { name: 'Import 1 change' }).click()
      await page.getByText(/^First team: 1 event was added/).waitFor()
    }
    const matches = 'Showing\tDay\tWhere\nCity v Town\t2027-03-20\tCity Ground'
    await pasteFirst(matches)
    await name(page, 'Where', 'Details')
    await page.getByRole('textbox', { name: 'Place of events whose row has none' }).fill('Town Hall')
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await importOne()
    await page.getByRole('button', { name: 'Import something else' }).click()
    await pasteFirst('Title\tDate\tPlace\nCamp\t2027-04-20\tThe beach')
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await importOne()
    await page.getByRole('button', { name: 'Import something else' }).click()

    await page.getByRole('button', { name: 'Run again: Pasted table: Showing · Day · Where' }).click()
    await page.getByText('Paste the table again as it is now').waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-import-paste-again')
    await paste(`${matches}\nCity v Port\t2027-03-27\tHarbour`)
    await importOne()
    expect(await events()).toMatchObject([
      { name: 'City v Town', details: 'City Ground', location: 'Town Hall' },
      { name: 'City v Port', details: 'Harbour', location: 'Town Hall' },
      { name: 'Camp', location: 'The beach' },
    ])
  })

  it('leads to what was imported: its calendar alone, and dates however far away', async () => {
    const { club, calendarId } = await startClub()
    const other = await club.calendar({ name: 'Veterans' })
    await club.event(other, { name: 'Veterans v Town' })
    const { page } = await admin.enter(club, 'editor', `/import?calendar=${calendarId}`)
    const file = ics(match('a', '20200320', 'City v Town'), match('b', '20300327', 'Town v City'))
    await upload(page, 'season.ics', file)
    await page.getByRole('button', { name: 'Import 2 changes' }).click()
    await page.getByRole('link', { name: 'View the events' }).click()
    const table = page.getByRole('table', { name: 'Events' })
    await table.getByRole('link', { name: 'City v Town' }).waitFor()
    await expect.poll(() => table.getByRole('link').allTextContents()).toEqual(['City v Town', 'Town v City'])
    await page.getByText('2 events').waitFor()
  })

  it('puts the events of another calendar into this one when it is told to, and lists them apart', async () => {
    const { club, calendarId, events } = await startClub()
    const rivals = await club.calendar({ name: 'Town' })
    const id = await club.event(rivals, { reference: 'a', name: 'The derby', draft: 0 })
    const { page, complaints } = await admin.enter(club, 'editor', `/import?calendar=${calendarId}`)
    await upload(
      page,
      'season.ics',
      ics(match('a', '20270320', 'City v Town'), match('b', '20270327', 'Cup')),
    )
    await page.getByRole('tab', { name: 'Errors (1)' }).waitFor()
    expect(await page.getByRole('tab', { name: /Of other calendars/ }).count()).toBe(0)
    await page.getByRole('switch', { name: 'Events that another calendar has already' }).click()
    await page.getByRole('tab', { name: 'Of other calendars (1)' }).click()
    await page.getByRole('row', { name: /The derby Town/ }).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-import-join')
    await page.getByRole('button', { name: 'Import 2 changes' }).click()
    await page.getByText('First team: 1 event was added, 1 of other calendars put in.').waitFor()
    expect(await events()).toMatchObject([{ name: 'Cup' }, { id, name: 'The derby' }])
    await page.getByRole('button', { name: 'Import something else' }).click()
    await page.getByText('1 added, 1 of other calendars').waitFor()
    expect(complaints).toEqual([])
  })

  it('shows field by field what changes, and removes what is gone when it is told to', async () => {
    const { club, calendarId, events } = await startClub()
    const { page } = await admin.enter(club, 'editor', `/import?calendar=${calendarId}`)
    await upload(
      page,
      'season.ics',
      ics(match('a', '20270320', 'City v Town'), match('b', '20270327', 'Town v City')),
    )
    await page.getByRole('button', { name: 'Import 2 changes' }).click()
    await page.getByRole('button', { name: 'Import something else' }).click()
    await choose(page, 'First team')
    await upload(page, 'season.ics', ics(match('a', '20270321', 'City v Town')))
    await page.getByRole('tab', { name: 'Changed (1)' }).click()
    await page.getByRole('row', { name: /First day: 20 Mar 2027 21 Mar 2027/ }).waitFor()
    await page.getByRole('switch', { name: 'Remove events that are no longer there' }).click()
    await page.getByRole('tab', { name: 'Removed (1)' }).click()
    await page.getByRole('row', { name: 'Town v City' }).waitFor()
    // Somebody else is quicker.
    const [first] = await events()
    await club.put(`/event/${first!.id}`, { name: 'City v Town, the derby' })
    await page.getByRole('button', { name: 'Import 2 changes' }).click()
    await page.getByRole('alert').getByText('has changed in the meantime').waitFor()
    await page.getByRole('tab', { name: 'Changed (1)' }).click()
    await page.getByText('City v Town, the derby').waitFor()
    await page.getByRole('button', { name: 'Import 2 changes' }).click()
    await page.getByText('0 events were added, 1 changed, 1 removed').waitFor()
    expect(await events()).toMatchObject([{ reference: 'a', name: 'City v Town', startDate: '2027-03-21' }])
  })

  it('asks how dates are written, and tells faulty lines on a phone in the dark', async () => {
    const { club, calendarId, events } = await startClub()
    const { page } = await admin.enter(club, 'editor', `/import?calendar=${calendarId}`, {
      ...PHONE,
      ...DARK,
    })
    await page.getByText('Nothing has been imported yet').waitFor()
    await expectNoSideways(page)
    await screenshot(page, 'admin-import-phone-dark')
    const table = 'name,date,location\nOpen day,3/4/2027,Hall\nFinal,,Hall\nGala,5/6/2027,Hall'
    await upload(page, 'days.csv', table)
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.getByText('Choose one').waitFor()
    await expectNoSideways(page)
    await page.getByRole('radio', { name: 'Day first: 3 April' }).click()
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.getByRole('tab', { name: 'Errors (1)' }).click()
    await page.getByText('The row has no first day.').waitFor()
    await expectNoSideways(page)
    await expectAccessible(page)
    await screenshot(page, 'admin-import-faults-phone-dark')
    const mended = page.getByRole('listitem').filter({ hasText: 'Line 3' }).getByRole('textbox')
    await mended.fill('soon')
    await page.getByRole('button', { name: 'Read again with 1 correction' }).click()
    await page.getByText('“soon” is no date.').waitFor()
    await mended.fill('Sat 8 May 2027')
    await page.getByRole('button', { name: 'Read again with 1 correction' }).click()
    await page.getByRole('button', { name: 'Import 3 changes' }).click()
    await page.getByText('3 events were added').waitFor()
    const days = ['2027-04-03', '2027-05-08', '2027-06-05']
    expect(await events()).toMatchObject(days.map((startDate) => ({ startDate })))
  })

  it('makes rows without a time all-day events when it is told to, and refuses a picture at the file', async () => {
    const { club, calendarId, events } = await startClub()
    const { page } = await admin.enter(club, 'editor', `/import?calendar=${calendarId}`)
    await upload(page, 'club.png', '\u0089PNG\r\n', 'latin1')
    await page.getByRole('alert').getByText('The file is neither a calendar nor a table').waitFor()
    const table = 'name,date,time,end time,location\nMatch,2027-03-20,15:00,17:00,Park\nCup,2027-03-27,,,Park'
    await upload(page, 'season.csv', table)
    await page.getByText('1 row has no time').waitFor()
    await page.getByRole('radio', { name: 'They last all day' }).click()
    await expectAccessible(page)
    await screenshot(page, 'admin-import-without-time')
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.getByRole('button', { name: 'Import 2 changes' }).click()
    await page.getByText('First team: 2 events were added.').waitFor()
    expect(await events()).toMatchObject([{ name: 'Match' }, { name: 'Cup', allDay: true }])
  })

  it('says which dates and reminders of a file are left out', async () => {
    const { club, calendarId } = await startClub()
    const { page } = await admin.enter(club, 'editor', `/import?calendar=${calendarId}`)
    const alarms = [30, 20, 10].map((minutes) => `BEGIN:VALARM\r\nTRIGGER:-PT${minutes}M\r\nEND:VALARM\r\n`)
    const daily = match('a', '20200320', 'Training').replace(
      'END:VEVENT',
      `RRULE:FREQ=DAILY\r\n${alarms.join('')}END:VEVENT`,
    )
    await upload(page, 'season.ics', ics(daily))
    await page.getByText('1 reminder in the file is left out').waitFor()
    await page.getByRole('tab', { name: 'Notes (1)' }).click()
    await page.getByRole('row', { name: /“Training” has [\d,]+ dates .* are left out/ }).waitFor()
    await expectAccessible(page)
    await screenshot(page, 'admin-import-notes')
    await page.getByRole('button', { name: 'Import 1,000 changes' }).click()
    await page.getByText('First team: 1,000 events were added.').waitFor()
    await page.getByText('1 reminder in the file is left out').waitFor()
    await page.getByRole('row', { name: /are left out/ }).waitFor()
  })

  it('shows how far it is, can be stopped, and is completed by running it again', async () => {
    const { club, calendarId } = await startClub()
    const { page } = await admin.enter(club, 'editor', `/import?calendar=${calendarId}`)
    const rows = Array.from({ length: 6000 }, (_, i) => `r${i},Match ${i},Hall,2027-02-01,10:00,11:00`)
    await upload(page, 'many.csv', ['reference,name,location,date,start time,end time', ...rows].join('\n'))
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.getByText('These are the first 200 of 6,000.').waitFor()
    const release = holdAfter(12)
    await page.getByRole('button', { name: 'Import 6,000 changes' }).click()
    await page.getByText(/^[1-9][\d,]* of 6,000 changes$/).waitFor()
    await page.getByRole('progressbar', { name: 'Importing' }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('alert').getByText('Nothing is written twice').waitFor()
    release()
    await expect.poll(() => lastResultOf(calendarId)).toContain('"stopped":true')
    await screenshot(page, 'admin-import-stopped')
    await page.getByRole('button', { name: 'Run it again' }).click()
    const rest = page.getByRole('button', { name: /^Import [\d,]+ changes$/ })
    await rest.waitFor()
    expect(await rest.textContent()).not.toContain('6,000')
    await rest.click()
    await page.getByText(/First team: [\d,]+ events were added, [\d,]+ unchanged/).waitFor()
    expect(await countOf(calendarId)).toBe(6000)
  })

  describe('from an address', () => {
    let host: FaultyReceiver
    let season = ics(match('a', '20270320', 'City v Town'))
    beforeAll(async () => {
      host = await listen(createServer((_, res) => res.end(season)))
    })
    afterAll(() => host[Symbol.asyncDispose]())

    it('is done again with one key, and says why an address can’t be read', async () => {
      const { club, calendarId, events } = await startClub()
      const { page } = await admin.enter(club, 'editor', `/import?calendar=${calendarId}`)
      await page.getByText('An address', { exact: true }).click()
      const field = page.getByLabel('Address of the calendar or table')
      await field.fill('http://127.0.0.1:25565/x.ics')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('could not be fetched').waitFor()
      expect(await field.inputValue()).toBe('http://127.0.0.1:25565/x.ics')
      await field.fill(`http://127.0.0.1:${host.port}/season.ics`)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Import 1 change' }).press('Enter')
      await page.getByRole('button', { name: 'Import something else' }).press('Enter')
      season = ics(match('a', '20270320', 'City v Town'), match('b', '20270327', 'Town v City'))
      const again = page.getByRole('button', { name: /^Run again: http/ })
      await again.waitFor()
      await screenshot(page, 'admin-import-earlier')
      await again.press('Enter')
      await page.getByRole('button', { name: 'Import 1 change' }).press('Enter')
      await page.getByText('1 event was added, 1 unchanged').waitFor()
      expect((await events()).map(({ name }) => name as string)).toEqual(['City v Town', 'Town v City'])
      await page.getByRole('button', { name: 'Import something else' }).click()
      await page.getByRole('button', { name: /^Remove http/ }).click()
      await page.getByText('Nothing has been imported yet').waitFor()
    })
  })

  it('is for editors, and needs a calendar', async () => {
    const { club } = await startClub()
    const viewer = await admin.enter(club, 'viewer', '/import')
    await viewer.page.getByText('Only editors can import').waitFor()
    const { page } = await admin.enter(await app.publisher(), 'editor', '/import')
    await page.getByText('There is no calendar to import into').waitFor()
    await page.getByRole('link', { name: 'Create a calendar' }).waitFor()
  })

  it('chooses the only calendar by itself, also a draft', async () => {
    const club = await app.publisher()
    await club.calendar({ name: 'First team', draftCalendar: 1 })
    const { page } = await admin.enter(club, 'editor', '/import')
    const calendar = page.getByRole('combobox', { name: 'Calendar', exact: true })
    await expect.poll(() => calendar.inputValue()).toBe('First team (draft)')
    await upload(page, 'season.ics', ics(match('a@club', '20270320', 'City v Town')))
    await page.getByText('From season.ics into First team.').waitFor()
  })

  /** Keeps the only connection to the database from a look at the clock on, until it is released. */
  function holdAfter(looks: number): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    let left = looks
    onClock = () => {
      if (--left === 0) void app.ctx.db.transaction().execute(() => promise)
    }
    return resolve
  }

  async function lastResultOf(calendarId: string): Promise<string | null | undefined> {
    const query = app.ctx.db.selectFrom('import_source').select('last_result')
    return (await query.where('calendar_id', '=', calendarId).executeTakeFirst())?.last_result
  }

  async function countOf(calendarId: string): Promise<number> {
    const { n } = await app.ctx.db
      .selectFrom('event')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('calendar_id', '=', calendarId)
      .executeTakeFirstOrThrow()
    return n
  }
})

async function eventsOf(club: TestPublisher, calendarId: string): Promise<Json[]> {
  const query = `calendarIds=${calendarId}&showPastEvents=true&showDraft=1`
  return ((await club.get(`/event?${query}`)).body?.data ?? []) as Json[]
}

async function choose(page: Page, calendar: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Calendar', exact: true }).click()
  await page.getByRole('option', { name: calendar }).click()
}

async function name(page: Page, column: string, field: string): Promise<void> {
  await page.getByRole('combobox', { name: `Field of ${column}` }).click()
  await page.getByRole('option', { name: field, exact: true }).click()
}

async function upload(
  page: Page,
  fileName: string,
  text: string,
  encoding: BufferEncoding = 'utf8',
): Promise<void> {
  const file = { name: fileName, mimeType: 'text/plain', buffer: Buffer.from(text, encoding) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.locator('.drop-zone').getByText(fileName, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Read the file' }).click()
}
