import { type Kysely, sql } from 'kysely'

/**
 * What the portal's lists of public events walk through: by date, with all that they filter by, so that the
 * events themselves are not looked at; by name; by last change; and the grouping keys there are.
 */
export async function createEventLists(db: Kysely<unknown>, sqlite: boolean): Promise<void> {
  const index = (name: string) =>
    db.schema.createIndex(name).on('event').where(sql.ref('private'), '=', sql.lit(0))
  const filters = ['calendar_id', 'draft'] as const
  await db.schema.dropIndex('event_public_by_date').execute()
  await index('event_public_by_date')
    .columns(['publisher_id', 'start_date', 'start_at', 'id', ...filters, 'end_date'])
    .execute()
  await index('event_public_by_name')
    .columns(['publisher_id'])
    .expression(sqlite ? sql`lower(name)` : sql`lower(name collate "C")`)
    .columns(['id', ...filters, 'start_date'])
    .execute()
  await index('event_public_by_change')
    .columns(['publisher_id', 'modified', 'id', ...filters, 'start_date'])
    .execute()
  await index('event_public_by_group')
    .columns(['publisher_id', 'reference_type', 'id'])
    .where(sql.ref('reference_type'), 'is not', null)
    .execute()
}
