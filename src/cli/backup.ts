import { existsSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { backupPostgres } from '../backup/postgres-dump.ts'
import { copySqlite } from '../backup/sqlite-copy.ts'
import { type Config, readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { fromHere } from './from-here.ts'
import { startProgress } from './progress.ts'

export function backupCommand(): Command {
  return new Command('backup')
    .description('copy the whole database into a new file, while the service runs')
    .argument('<file>', 'the file to be made')
    .action(backUp)
}

async function backUp(name: string): Promise<void> {
  const config = readConfig(process.env)
  const file = fromHere(name)
  if (existsSync(file))
    throw new AppError('conflict', `${name} is there already. Backups are never overwritten`)
  if (!existsSync(path.dirname(file))) throw new AppError('invalid', `${path.dirname(file)} is no folder`)
  await copy(config, file)
  console.error(`fasti: ${name} holds everything but the key of its secrets.`)
  console.error(
    config.sealing.keys.length > 0
      ? 'fasti: Keep FASTI_KEY too, in another place: without it the backup can not be used.'
      : `fasti: Keep ${config.sealing.file} too, in another place: without it the backup can not be used.`,
  )
}

async function copy({ db }: Config, file: string): Promise<void> {
  if (db.kind === 'postgres') return backupPostgres(db.url, file)
  if (!existsSync(db.file)) throw new AppError('not_found', `there is no database at ${db.file}`)
  let show: ((done: number) => void) | undefined
  await copySqlite(db.file, file, (done, total) => (show ??= startProgress('Copying', total))(done))
}
