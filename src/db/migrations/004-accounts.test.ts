import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { DATABASES, freshDatabaseUrl } from '../../../test/support/databases.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../database.ts'
import { up } from './004-accounts.ts'

it.each(DATABASES)('keeps publishers that had one e-mail between them before, on %s', async (kind) => {
  const fresh = await freshDatabaseUrl(kind)
  const database = await openDatabase(readConfig({ DATABASE_URL: fresh.url }).db)
  const { db } = database
  for (const table of ['sub_account', 'image']) await db.schema.dropTable(table).execute()
  const rest = {
    ...{ parent_id: null, partner: 0 as const, first_name: '', last_name: '', company: '', timezone: 'UTC' },
    ...{ settings: '{}', settings_revision: 0, feeds_changed_at: 0, created: 0 },
  }
  const emails = ['owner@example.com', 'Owner@Example.com', ' other@example.com', 'owner@example.com']
  const publishers = emails.map((email, index) => ({ ...rest, publisher_id: index + 1, email }))
  await db.insertInto('publisher').values(publishers).execute()
  await up(db as unknown as Kysely<unknown>)
  const claimed = await db.selectFrom('directory').selectAll().orderBy('publisher_id').execute()
  expect(claimed).toEqual([
    { kind: 'email', key: 'owner@example.com', publisher_id: 1 },
    { kind: 'email', key: 'other@example.com', publisher_id: 3 },
  ])
  await database.close()
  await fresh.dispose()
})
