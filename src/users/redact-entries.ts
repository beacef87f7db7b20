import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inList } from '../db/in-list.ts'
import type { Json } from '../db/tables/index.ts'
import { pause } from '../pause.ts'

const SLICE = 2000
const ERASED = '(erased)'

/** Removes the values from audit entries about these subjects. Actor, action, time and field names stay. */
export async function redactEntries(db: Db, publisherId: number, kind: string, ids: string[]): Promise<void> {
  const entries = await db
    .selectFrom('audit_log')
    .select(['id', 'before', 'after'])
    .where('publisher_id', '=', publisherId)
    .where('subject_kind', '=', kind)
    .where(inList(db, 'subject_id', ids))
    .execute()
  for (const { id, before, after } of entries) {
    await db
      .updateTable('audit_log')
      .set({ before: withoutValues(before), after: withoutValues(after) })
      .where('publisher_id', '=', publisherId)
      .where('id', '=', id)
      .execute()
  }
}

/**
 * Returns the ids of subjects whose entries contain a text, such as the id of a calendar. Searches in slices.
 */
export async function subjectsNaming(
  db: Db,
  publisherId: number,
  kind: string,
  text: string,
): Promise<string[]> {
  const subjects = new Set<string>()
  const like = `%${text}%`
  for (let after = ''; ; await pause()) {
    const { rows } = await sql<{ id: string; subject: string | null }>`
      select id, case when subject_kind = ${kind} and (${sql.ref('before')} like ${like} or ${sql.ref('after')} like ${like})
        then subject_id end as subject
      from audit_log where publisher_id = ${publisherId} and id > ${after} order by id limit ${sql.lit(SLICE)}`.execute(
      db,
    )
    for (const { subject } of rows) if (subject !== null) subjects.add(subject)
    if (rows.length < SLICE) return [...subjects]
    after = rows.at(-1)!.id
  }
}

function withoutValues(fields: Json | null): Json | null {
  if (fields === null) return null
  const names = Object.keys(JSON.parse(fields) as object)
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, ERASED])))
}
