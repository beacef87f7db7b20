import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Facts } from './one-of-everything.ts'

export type Kind = 'sqlite' | 'postgres'

/** Where the dump of a version is, which has the name of its last migration. */
export function dumpFile(version: string, kind: Kind): string {
  return join(import.meta.dirname, `${version}.${kind}.sql`)
}

/** The versions there are dumps of, the oldest first. */
export function dumpedVersions(kind: Kind): string[] {
  const ending = `.${kind}.sql`
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith(ending))
  return names.map((name) => name.slice(0, -ending.length)).sort()
}

/** Fills an empty database with a dump; answers what has to be known to use it. `url` as the service is given it. */
export async function loadDump(version: string, kind: Kind, url: string): Promise<Facts> {
  const text = readFileSync(dumpFile(version, kind), 'utf8')
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
