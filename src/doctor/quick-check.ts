import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Thread: says what SQLite finds in the file it was given, or `ok`. */
const database = new DatabaseSync(workerData as string, { readOnly: true })
let said: string
try {
  said = String(database.prepare('pragma quick_check(1)').get()?.quick_check)
} catch (error) {
  said = (error as Error).message
}
parentPort!.postMessage(said)
