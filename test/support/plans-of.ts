import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { readConfig } from '../../src/config.ts'
import { type Db, openDatabase } from '../../src/db/database.ts'
import { freshDatabaseUrl } from './databases.ts'

/** The plan that SQLite makes for each statement of `work`. */
export async function plansOf(work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const { url, dispose } = await freshDatabaseUrl('sqlite')
  const database = await openDatabase(readConfig({ DATABASE_URL: url }).db)
  const asked: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => (asked.push(node), node),
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await work(database.db.withPlugin(recorder))
  const plans: string[] = []
  for (const node of asked) {
    const { sql, parameters } = database.db.getExecutor().compileQuery(node, { queryId: 'plan' })
    const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
    const { rows } = await database.db.executeQuery<{ detail: string }>(explain)
    plans.push(rows.map(({ detail }) => detail).join('\n'))
  }
  await database.close()
  await dispose()
  return plans
}
