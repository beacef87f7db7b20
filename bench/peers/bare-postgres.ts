// node peers/bare-postgres.ts <url> <publisher>: stores batches on demand and tells what each took.
import pg from 'pg'
import { EVENT_COLUMNS } from '../../src/events/event-columns.ts'
import { makeRecords, type Recipient, rowOf } from '../events.ts'

const [url = '', publisherId = ''] = process.argv.slice(2)
const client = new pg.Client(url)
await client.connect()
const { rows: recipients } = await client.query<Recipient>(
  'select id as "svcId", private_calendar_id as "calendarId" from subscriber',
)
const names = Object.keys(EVENT_COLUMNS)
/** Values of an event, in the order of `names`. */
type Row = (string | number | null)[]
let revision = 1_000_000

async function insertBatch(rows: Row[]): Promise<number> {
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

/** COPY in its text form (manual, COPY, File Formats), in the rows' own transaction. */
async function copyBatch(rows: Row[]): Promise<number> {
  const started = performance.now()
  const text = rows.map((row) => row.map(copyValue).join('\t') + '\n').join('')
  await new Promise<void>((resolve, reject) => {
    // The interface that pg expects of a query: its own queries can't send the data of a COPY.
    client.query({
      submit: (connection: pg.Connection) => connection.query(`copy event (${names.join(', ')}) from stdin`),
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(Buffer.from(text))
        connection.endCopyFrom()
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: resolve,
      handleError: reject,
    } as unknown as pg.Submittable)
  })
  return performance.now() - started
}

interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyValue(value: string | number | null): string {
  if (value === null) return '\\N'
  return typeof value === 'number' ? `${value}` : value.replace(/[\\\t\n\r]/g, (c) => ESCAPES[c]!)
}

interface Task {
  way: 'COPY' | 'insert'
  batches: number
  size: number
}

async function storeBatches({ way, batches, size }: Task): Promise<number[]> {
  const prepared = Array.from({ length: batches }, () => {
    revision++
    const now = Date.now()
    return makeRecords(size, recipients).map((record): Row => {
      const row = rowOf(Number(publisherId), record, revision, now) as Record<string, string | number | null>
      return names.map((name) => row[name]!)
    })
  })
  const times: number[] = []
  for (const rows of prepared) times.push(await (way === 'COPY' ? copyBatch(rows) : insertBatch(rows)))
  return times
}

process.on('message', (task: Task) => {
  void storeBatches(task).then((times) => process.send!(times))
})
