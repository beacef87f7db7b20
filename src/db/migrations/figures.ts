import { type CreateTableBuilder, type Kysely, type RawBuilder, sql, SqliteAdapter } from 'kysely'

/** What is counted by day. Who joined and who left is told from the subscribers there are. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration knows no table types
export async function createFigures(db: Kysely<any>): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const clustered = <T extends string, C extends string>(builder: CreateTableBuilder<T, C>) =>
    sqlite ? builder.modifyEnd(sql`without rowid`) : builder
  await clustered(
    db.schema
      .createTable('daily_figure')
      .addColumn('publisher_id', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('value', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('daily_figure_pk', ['publisher_id', 'name', 'day']),
  ).execute()

  const dayOf = (ms: RawBuilder<unknown>) =>
    sqlite
      ? sql`strftime('%Y-%m-%d', ${ms} / 1000, 'unixepoch')`
      : sql`to_char(to_timestamp(${ms} / 1000) at time zone 'UTC', 'YYYY-MM-DD')`
  const count = (name: string, ms: RawBuilder<unknown>, who: RawBuilder<unknown>) => sql`
    insert into daily_figure (publisher_id, name, day, value)
    select publisher_id, ${sql.lit(name)}, ${dayOf(ms)} as day, count(*)
    from subscriber where ${who} group by publisher_id, day`
  // That somebody had left before they came back is not known any more; it adds up to nothing.
  await count('joined', sql`created`, sql`true`).execute(db)
  await count('left', sql`coalesce(ended_at, modified)`, sql`active = 0`).execute(db)
}
