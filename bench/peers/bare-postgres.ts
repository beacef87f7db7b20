// node peers/bare-postgres.ts <url> <publisher>: inserts batches on demand and tells what each took.
import pg from 'pg'
import { COLUMNS, makeRecords, type Recipient, toRow } from '../events.ts'

const [url = '', publisherId = ''] = process.argv.slice(2)
const client = new pg.Client(url)
await client.connect()
const { rows: recipients } = await client.query<Recipient>(
  'select id as "svcId", private_calendar_id as "calendarId" from subscriber',
)
const names = Object.keys(COLUMNS)
let revision = 1_000_000

async function insertBatch(rows: ReturnType<typeof toRow>[]): Promise<number> {
  const started = performance.now()
  // Prepared at the first batch, as all have the same size.
  await client.query({ name: 'insert', text: insertion(rows.length), values: rows.flat() })
  return performance.now() - started
}

function insertion(size: number): string {
  const row = (index: number) =>
    `(${names.map((_, column) => `$${index * names.length + column + 1}`).join(', ')})`
  const values = Array.from({ length: size }, (_, index) => row(index)).join(', ')
  return `insert into event (${names.join(', ')}) values ${values} on conflict do nothing`
}

async function insertBatches(batches: number, size: number): Promise<number[]> {
  const prepared = Array.from({ length: batches }, () => {
    revision++
    const now = Date.now()
    return makeRecords(size, recipients).map((record) => toRow(Number(publisherId), record, revision, now))
  })
  const times: number[] = []
  for (const rows of prepared) times.push(await insertBatch(rows))
  return times
}

process.on('message', ({ batches, size }: { batches: number; size: number }) => {
  void insertBatches(batches, size).then((times) => process.send!(times))
})
