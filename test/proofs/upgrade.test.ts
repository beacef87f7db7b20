import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dumpedVersions } from '../../proofs/schemas/dumps.ts'
import { upgradeAll } from '../../proofs/upgrade.ts'
import { MIGRATIONS } from '../../src/db/migrations/index.ts'
import { DATABASES, freshDatabaseUrl } from '../support/databases.ts'

it.each(DATABASES)(
  'opens databases of earlier schemas on %s, and refuses one of a later',
  { timeout: 120_000 },
  async (kind) => {
    const folder = await mkdtemp(join(tmpdir(), 'fasti-upgrade-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const newDatabase = async () => {
      const { url, dispose } = await freshDatabaseUrl(kind)
      onTestFinished(dispose)
      return url
    }
    // PostgreSQL takes its time to make each: the oldest and the newest.
    const all = dumpedVersions(kind)
    const versions = kind === 'sqlite' ? all : [all[0]!, all.at(-1)!]
    const { figures, broken } = await upgradeAll(newDatabase, folder, { [kind]: versions })
    expect(broken).toEqual([])
    expect(figures['databases opened']).toBe(versions.length)
  },
)

it.each(DATABASES)('has a dump of each schema on %s', (kind) => {
  expect(dumpedVersions(kind)).toEqual(Object.keys(MIGRATIONS))
})
