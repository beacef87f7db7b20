import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dumpedReleases } from '../../proofs/schemas/dumps.ts'
import { upgradeAll } from '../../proofs/upgrade.ts'
import { DATABASES, freshDatabaseUrl } from '../support/databases.ts'

it.each(DATABASES)(
  'opens databases of earlier releases on %s, and refuses one of a later',
  { timeout: 120_000 },
  async (kind) => {
    const folder = await mkdtemp(join(tmpdir(), 'fasti-upgrade-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const newDatabase = async () => {
      const { url, dispose } = await freshDatabaseUrl(kind)
      onTestFinished(dispose)
      return url
    }
    const { figures, broken } = await upgradeAll(newDatabase, folder, [kind])
    expect(broken).toEqual([])
    expect(figures['databases opened']).toBe(dumpedReleases(kind).length)
  },
)

it.each(DATABASES)('has a dump of each release in the change log on %s', (kind) => {
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  const releases = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, release]) => release!)
  expect(dumpedReleases(kind)).toEqual(releases.reverse())
})
