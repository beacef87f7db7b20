// node peers/bare-sqlite.ts <file> <publisher>: inserts batches on demand and tells what each took.
import { DatabaseSync } from 'node:sqlite'
import { WRITER_SETTINGS } from '../../src/db/sqlite.ts'
import { COLUMNS, makeRecords, type Recipient, toRow } from '../events.ts'

const [file = '', publisherId = ''] = process.argv.slice(2)
const database = new DatabaseSync(file)
database.exec(`${WRITER_SETTINGS} pragma synchronous = full;`)
const recipients = database
  .prepare('select id as svcId, private_calendar_id as calendarId from subscriber')
  .all() as unknown as Recipient[]
const names = Object.keys(COLUMNS)
const insert = database.prepare(
  `insert into event (${names.join(', ')}) values (${names.map(() => '?').join(', ')}) on conflict do nothing`,
)
let revision = 1_000_000

function insertBatch(rows: ReturnType<typeof toRow>[]): number {
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
    return makeRecords(size, recipients).map((record) => toRow(Number(publisherId), record, revision, now))
  })
  process.send!(prepared.map(insertBatch))
})
