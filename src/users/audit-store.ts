import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { AuditLogTable } from '../db/tables/user.ts'
import { invalid } from '../errors.ts'
import type { AuditEntry } from './audit.ts'

/**
 * Entries are never changed, except that `redact-entries.ts` removes the data of erased subscribers. They are
 * deleted after three years.
 */
export async function insertEntry(tx: Db, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      publisher_id: entry.publisherId,
      id: entry.id,
      at: entry.at,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      actor_name: entry.actor.name,
      actor_publisher_id: entry.actor.publisherId,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      before: entry.before && JSON.stringify(entry.before),
      after: entry.after && JSON.stringify(entry.after),
      request_id: entry.requestId,
    })
    .execute()
}

export interface AuditFilter {
  /** The id of the actor. */
  actor?: string
  /** An action such as `widget.change`, or a group such as `widget`. */
  action?: string
  subjectKind?: string
  subjectId?: string
  /** Epoch milliseconds, both inclusive. */
  from?: number
  to?: number
}

/**
 * Lists the newest entries first, older than the entry `before` if it is not empty. Throws `invalid` if that
 * entry does not exist.
 */
export async function listEntries(
  db: Db,
  publisherId: number,
  filter: AuditFilter,
  before: string,
  limit: number,
): Promise<AuditEntry[]> {
  let query = db.selectFrom('audit_log').selectAll().where('publisher_id', '=', publisherId)
  const { actor, action, subjectKind, subjectId, from, to } = filter
  if (actor) query = query.where('actor_id', '=', actor)
  if (action?.includes('.')) query = query.where('action', '=', action)
  else if (action) query = query.where('action', 'like', `${action}.%`)
  if (subjectKind) query = query.where('subject_kind', '=', subjectKind)
  if (subjectId) query = query.where('subject_id', '=', subjectId)
  if (from !== undefined) query = query.where('at', '>=', from)
  if (to !== undefined) query = query.where('at', '<=', to)
  if (before) {
    const last = await db
      .selectFrom('audit_log')
      .select('at')
      .where('publisher_id', '=', publisherId)
      .where('id', '=', before)
      .executeTakeFirst()
    if (!last) throw invalid({ cursor: 'Parameter cursor must be the `next` of an earlier answer' })
    query = query.where(sql<boolean>`(at, id) < (${last.at}, ${before})`)
  }
  const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(toEntry)
}

export async function findEntry(db: Db, publisherId: number, id: string): Promise<AuditEntry | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toEntry(row)
}

/** Returns the actor of the last invitation of a user. */
export async function findInviter(
  db: Db,
  publisherId: number,
  userId: string,
): Promise<AuditEntry['actor'] | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('subject_kind', '=', 'person')
    .where('subject_id', '=', userId)
    .where('action', 'in', ['person.invite', 'person.invite-again'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toEntry(row).actor
}

function toEntry(row: Selectable<AuditLogTable>): AuditEntry {
  return {
    id: row.id,
    publisherId: row.publisher_id,
    at: row.at,
    actor: {
      kind: row.actor_kind,
      id: row.actor_id,
      name: row.actor_name,
      publisherId: row.actor_publisher_id,
    },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id },
    before: row.before === null ? null : (JSON.parse(row.before) as Record<string, unknown>),
    after: row.after === null ? null : (JSON.parse(row.after) as Record<string, unknown>),
    requestId: row.request_id,
  }
}
