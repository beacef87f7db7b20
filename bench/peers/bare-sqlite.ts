// node peers/bare-sqlite.ts <file> <publisher>: inserts batches on demand and tells what each took.
import { DatabaseSync } from 'node:sqlite'
import { WRITER_SETTINGS } from '../../src/db/sqlite.ts'
import { EVENT_COLUMNS } from '../../src/events/event-columns.ts'
import { makeRecords, type Recipient, rowOf } from '../events.ts'

const [file = '', publisherId = ''] = process.argv.slice(2)
const database = new DatabaseSync(file)
database.exec(`${WRITER_SETTINGS} pragma synchronous = full;`)
const recipients = database
  .prepare('select id as svcId, private_calendar_id as calendarId from subscriber')
  .all() as unknown as Recipient[]
const names = Object.keys(EVENT_COLUMNS)
/** Values of an event, in the order of `names`. */
type Row = (string | number | null)[]
const insert = database.prepare(
  `insert into event (${names.join(', ')}) values (${names.map(() => '?').join(', ')}) on conflict do nothing`,
)
let revision = 1_000_000

function insertBatch(rows: Row[]): number {
  const started = performance.now()
  database.exec('begin immediate')
  for (const row of rows) insert.run(...row)
  database.exec('commit')
  return performance.now() - started
}

process.on('message', ({ batches, size }: { batches: number; size: number }) => {
  const prepared = Array.from({ length: batches }, () => {
    revision++
    const now = Date.now()
    return makeRecords(size, recipients).map((record): Row => {
      const row = rowOf(Number(publisherId), record, revision, now) as Record<string, string | number | null>
      return names.map((name) => row[name]!)
    })
  })
  process.send!(prepared.map(insertBatch))
})
