import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { createDatabase, dropDatabase, type PostgresServer } from './postgres.ts'
import { temporaryDirectory } from './temporary.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
export const DATABASES: DatabaseKind[] = ['sqlite', 'postgres']

export interface FreshDatabase {
  url: string
  dispose: () => Promise<void>
}

/** Databases with all tables, which are copied: to migrate one for each service takes as long as half of its start. */
export type Templates = Record<DatabaseKind, string>

/** Makes the templates of a run. */
export async function migrateTemplates(
  postgres: Pick<PostgresServer, 'createDatabase'>,
): Promise<{ templates: Templates; remove: () => Promise<void> }> {
  const folder = temporaryDirectory('fasti-sqlite-template-')
  const file = join(folder, 'fasti.db')
  const url = await postgres.createDatabase()
  for (const DATABASE_URL of [`sqlite:${file}`, url]) {
    const database = await openDatabase(readConfig({ DATABASE_URL }).db)
    await database.close()
  }
  return {
    templates: { sqlite: file, postgres: new URL(url).pathname.slice(1) },
    async remove() {
      await dropDatabase(url)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A database for one test, as the URL the service is configured with: an empty one, or one with all `tables`. */
export async function freshDatabaseUrl(kind: DatabaseKind, { tables = false } = {}): Promise<FreshDatabase> {
  const template = tables ? inject('templates')[kind] : undefined
  if (kind === 'postgres') {
    const url = await createDatabase(inject('postgresUrl'), template)
    return { url, dispose: () => dropDatabase(url) }
  }
  const dir = temporaryDirectory('fasti-sqlite-')
  const file = join(dir, 'fasti.db')
  if (template) await copyFile(template, file)
  return { url: `sqlite:${file}`, dispose: () => rm(dir, { recursive: true, force: true }) }
}
