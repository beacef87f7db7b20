import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { EmailChangeTable } from '../db/tables/email-change.ts'

/** A new address that a subscriber asked for in the portal. The link to its mailbox confirms it. */
export interface EmailChange {
  publisherId: number
  /** In the token of the link. */
  id: string
  subscriberId: string
  /** The new address, as typed. */
  email: string
  /** The language of the mails. */
  language: string
  /** Epoch ms. */
  created: number
  /** The time of its confirmation, in epoch ms; null: not yet. */
  doneAt: number | null
}

export async function findEmailChange(
  db: Db,
  publisherId: number,
  id: string,
): Promise<EmailChange | undefined> {
  const row = await db
    .selectFrom('email_change')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toEmailChange(row)
}

/** Lists what a subscriber asked for, done or not. */
export async function listEmailChanges(
  db: Db,
  publisherId: number,
  subscriberId: string,
): Promise<EmailChange[]> {
  const rows = await db
    .selectFrom('email_change')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .orderBy('created')
    .execute()
  return rows.map(toEmailChange)
}

export async function insertEmailChange(tx: Db, change: EmailChange): Promise<void> {
  await tx
    .insertInto('email_change')
    .values({
      publisher_id: change.publisherId,
      id: change.id,
      subscriber_id: change.subscriberId,
      email: change.email,
      language: change.language,
      created: change.created,
      done_at: change.doneAt,
    })
    .execute()
}

export async function markEmailChanged(tx: Db, publisherId: number, id: string, at: number): Promise<void> {
  await tx
    .updateTable('email_change')
    .set({ done_at: at })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

/** Deletes all that a subscriber asked for. */
export async function deleteEmailChangesOf(tx: Db, publisherId: number, subscriberId: string): Promise<void> {
  await tx
    .deleteFrom('email_change')
    .where('publisher_id', '=', publisherId)
    .where('subscriber_id', '=', subscriberId)
    .execute()
}

/** Deletes up to `limit` changes from before `before`; returns their number. */
export async function deleteOldEmailChanges(
  db: Db,
  publisherId: number,
  before: number,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('email_change')
    .where('publisher_id', '=', publisherId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('email_change')
        .select('id')
        .where('publisher_id', '=', publisherId)
        .where('created', '<', before)
        .orderBy('created')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function toEmailChange(row: Selectable<EmailChangeTable>): EmailChange {
  return {
    publisherId: row.publisher_id,
    id: row.id,
    subscriberId: row.subscriber_id,
    email: row.email,
    language: row.language,
    created: row.created,
    doneAt: row.done_at,
  }
}
