// Counts the reach of a publisher's changes in a process of its own, as the keeper does each minute:
// `node test/support/keep-reach.ts <publisher> <epoch ms> [<table>]`. With a table the process kills itself when it has
// inserted into that table; `end` kills it after everything is written.
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { keepReach } from '../../src/reach/keep-reach.ts'
import { openSealer } from '../../src/seal/open-sealer.ts'

const [publisherId, at, killedAfter] = process.argv.slice(2)
const { db: database, sealing } = readConfig(process.env)
const opened = await openDatabase(database, (sql) => {
  const [, table] = /\binsert into "?(\w+)/.exec(sql) ?? []
  if (table !== undefined && table === killedAfter) process.kill(process.pid, 'SIGKILL')
})
await openSealer(opened.db, sealing)
await keepReach(opened.db, Number(publisherId), Number(at), new AbortController().signal)
if (killedAfter === 'end') process.kill(process.pid, 'SIGKILL')
await opened.close()
