import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { restorePostgres } from '../backup/restore-postgres.ts'
import { type Restored, restoreSqlite } from '../backup/restore-sqlite.ts'
import { type Config, readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { fromHere } from './from-here.ts'

export function restoreCommand(): Command {
  return new Command('restore')
    .description('put a backup in the place of the database, while the service runs')
    .argument('<file>', 'what `backup` made')
    .action(restore)
}

async function restore(name: string): Promise<void> {
  const config = readConfig(process.env)
  const file = fromHere(name)
  if (!existsSync(file)) throw new AppError('not_found', `${name} is not there`)
  const { kept, erased } = await putBack(config, file)
  console.error(
    `fasti: restored from ${name}. All feeds count as changed, and all users have to sign in again.`,
  )
  if (kept) console.error(`fasti: what was there before is in ${kept}.`)
  if (erased > 0) console.error(`fasti: erased once more who was erased since the backup: ${erased}.`)
}

function putBack(config: Config, file: string): Promise<Restored> {
  const { db } = config
  if (db.kind === 'postgres') return restorePostgres({ ...config, db }, file, Date.now())
  return restoreSqlite({ ...config, db }, file, Date.now())
}
