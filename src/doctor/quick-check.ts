import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** A worker thread that posts the result of SQLite's quick check of a file: `ok` or the fault. */
const database = new DatabaseSync(workerData as string, { readOnly: true })
let result: string
try {
  result = String(database.prepare('pragma quick_check(1)').get()?.quick_check)
} catch (error) {
  result = (error as Error).message
}
parentPort!.postMessage(result)
