import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createDatabase, dropDatabase } from './postgres.ts'
import { temporaryDirectory } from './temporary.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
export const DATABASES: DatabaseKind[] = ['sqlite', 'postgres']

export interface FreshDatabase {
  url: string
  dispose: () => Promise<void>
}

/** An empty database for one test, as the URL the service is configured with. */
export async function freshDatabaseUrl(kind: DatabaseKind): Promise<FreshDatabase> {
  if (kind === 'postgres') {
    const url = await createDatabase(inject('postgresUrl'))
    return { url, dispose: () => dropDatabase(url) }
  }
  const dir = temporaryDirectory('fasti-sqlite-')
  return { url: `sqlite:${join(dir, 'fasti.db')}`, dispose: () => rm(dir, { recursive: true, force: true }) }
}
