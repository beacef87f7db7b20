import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { CallbackTable } from '../db/tables/webhook.ts'
import { notFound } from '../errors.ts'
import { sealerOf } from '../seal/sealer.ts'
import type { Callback, CallbackFields } from './callback.ts'
import type { NotificationKind } from './kinds.ts'

export async function findCallback(db: Db, publisherId: number, id: string): Promise<Callback | undefined> {
  const row = await db
    .selectFrom('callback')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toCallback(db, row)
}

export async function getCallback(db: Db, publisherId: number, id: string): Promise<Callback> {
  const callback = await findCallback(db, publisherId, id)
  if (!callback) throw notFound('Callback', id)
  return callback
}

export async function listCallbacks(db: Db, publisherId: number): Promise<Callback[]> {
  const rows = await db
    .selectFrom('callback')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .orderBy('id')
    .execute()
  return rows.map((row) => toCallback(db, row))
}

export async function insertCallback(db: Db, callback: Callback): Promise<void> {
  await db
    .insertInto('callback')
    .values({
      ...toColumns(db, callback),
      publisher_id: callback.publisherId,
      id: callback.id,
      signing_secret: sealerOf(db).seal(placeOf('signing_secret', callback), callback.signingSecret),
      created: callback.created,
      modified: callback.modified,
    })
    .execute()
}

export async function updateCallback(db: Db, callback: Callback): Promise<void> {
  await db
    .updateTable('callback')
    .set({ ...toColumns(db, callback), modified: callback.modified })
    .where('publisher_id', '=', callback.publisherId)
    .where('id', '=', callback.id)
    .execute()
}

/** Switches a callback off. Other columns stay: a user may be changing them now. */
export async function switchCallbackOff(db: Db, { publisherId, id }: Callback, now: number): Promise<void> {
  await db
    .updateTable('callback')
    .set({ active: 0, modified: now })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a callback with the log of its deliveries. */
export async function deleteCallback(db: Db, publisherId: number, id: string): Promise<void> {
  await db.deleteFrom('callback').where('publisher_id', '=', publisherId).where('id', '=', id).execute()
}

type Identity = Pick<Callback, 'publisherId' | 'id'>

function placeOf(column: 'encryption_secret' | 'signing_secret', { publisherId, id }: Identity) {
  return [`callback.${column}`, publisherId, id]
}

function toColumns(db: Db, callback: CallbackFields & Identity) {
  const { encryptionSecret } = callback
  return {
    name: callback.name,
    url: callback.url,
    kinds: JSON.stringify(callback.kinds),
    active: callback.active ? (1 as const) : (0 as const),
    id_name: callback.idName,
    encryption_secret:
      encryptionSecret && sealerOf(db).seal(placeOf('encryption_secret', callback), encryptionSecret),
  }
}

function toCallback(db: Db, row: Selectable<CallbackTable>): Callback {
  const identity = { publisherId: row.publisher_id, id: row.id }
  const open = (column: 'encryption_secret' | 'signing_secret') =>
    row[column] && sealerOf(db).open(placeOf(column, identity), row[column])
  return {
    ...identity,
    name: row.name,
    url: row.url,
    kinds: JSON.parse(row.kinds) as NotificationKind[],
    active: row.active === 1,
    idName: row.id_name,
    encryptionSecret: open('encryption_secret'),
    signingSecret: open('signing_secret'),
    created: row.created,
    modified: row.modified,
  }
}
