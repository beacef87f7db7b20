import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import table from './calendar-api.json' with { type: 'json' }
import { printTable, readDiscoveryDocument, TABLE_FILE } from './derive-table.ts'

describe("the table of Google's Calendar API", () => {
  it('is what derive-table.ts writes', async ({ skip }) => {
    const document = process.env.DISCOVERY_DOCUMENT
    skip(document === undefined, "DISCOVERY_DOCUMENT names no copy of Google's discovery document")
    expect(await readFile(TABLE_FILE, 'utf8')).toBe(await printTable(await readDiscoveryDocument(document!)))
  })

  it('opens just these methods to calendar.app.created', () => {
    const opened = Object.entries(table.methods).filter(([, { scopes }]) =>
      scopes.includes('calendar.app.created'),
    )
    expect(opened.map(([name]) => name)).toEqual([
      ...['calendarList.delete', 'calendarList.get', 'calendarList.patch', 'calendarList.update'],
      ...['calendars.delete', 'calendars.get', 'calendars.insert', 'calendars.patch', 'calendars.update'],
      ...['channels.stop', 'colors.get'],
      ...['events.delete', 'events.get', 'events.import', 'events.insert', 'events.instances', 'events.list'],
      ...['events.patch', 'events.quickAdd', 'events.update', 'events.watch'],
    ])
  })
})
