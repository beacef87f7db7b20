import { type CreateTableBuilder, type Kysely, sql, SqliteAdapter } from 'kysely'

/** Sub-accounts of partners, images, and the e-mail of a publisher as something nobody else has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const table = (name: string) =>
    db.schema.createTable(name).addColumn('publisher_id', 'integer', (c) => c.notNull())
  const clustered = <T extends string, C extends string>(builder: CreateTableBuilder<T, C>) =>
    sqlite ? builder.modifyEnd(sql`without rowid`) : builder

  await clustered(
    table('sub_account')
      .addColumn('account_id', 'integer', (c) => c.notNull())
      .addColumn('reference', 'text', (c) => c.notNull())
      .addColumn('details', 'text', (c) => c.notNull())
      .addColumn('created', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('sub_account_pk', ['publisher_id', 'account_id'])
      .addUniqueConstraint('sub_account_reference', ['publisher_id', 'reference'])
      .addForeignKeyConstraint('sub_account_publisher', ['publisher_id'], 'publisher', ['publisher_id']),
  ).execute()

  await table('image')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('bytes', sqlite ? 'blob' : 'bytea', (c) => c.notNull())
    .addColumn('created', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('image_pk', ['publisher_id', 'id'])
    .addForeignKeyConstraint('image_publisher', ['publisher_id'], 'publisher', ['publisher_id'])
    .execute()

  await claimEmails(db)
}

/** Where several publishers have the same e-mail already, they keep it; the first is found by it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration knows no table types
async function claimEmails(db: Kysely<any>): Promise<void> {
  const publishers = await db
    .selectFrom('publisher')
    .select(['publisher_id', 'email'])
    .orderBy('publisher_id')
    .execute()
  for (const { publisher_id, email } of publishers as { publisher_id: number; email: string }[]) {
    await db
      .insertInto('directory')
      .values({ kind: 'email', key: email.trim().toLowerCase(), publisher_id })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
      .execute()
  }
}
