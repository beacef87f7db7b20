import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Facts } from './one-of-everything.ts'

export type Kind = 'sqlite' | 'postgres'

/** The path of the dump that a release such as `0.1.0` made. */
export function dumpFile(release: string, kind: Kind): string {
  return join(import.meta.dirname, `${release}.${kind}.sql`)
}

/** The releases that have a dump, the oldest first. */
export function dumpedReleases(kind: Kind): string[] {
  const ending = `.${kind}.sql`
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith(ending))
  const releases = names.map((name) => name.slice(0, -ending.length))
  return releases.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

/** Loads a dump into an empty database and returns the facts it begins with. `url`: as in `DATABASE_URL`. */
export async function loadDump(release: string, kind: Kind, url: string): Promise<Facts> {
  const text = readFileSync(dumpFile(release, kind), 'utf8')
  if (kind === 'sqlite') {
    const database = new DatabaseSync(url.slice('sqlite:'.length), { enableForeignKeyConstraints: false })
    database.exec(`begin; ${text} commit`)
    database.close()
  } else {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  return JSON.parse(text.slice('-- '.length, text.indexOf('\n'))) as Facts
}
