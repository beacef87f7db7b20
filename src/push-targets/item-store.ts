import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PushItemTable } from '../db/tables/push-target.ts'
import { transact } from '../db/transact.ts'
import { newId } from '../ids.ts'
import type { Target } from './target.ts'

/** An event in a target of a provider that gives its own ids. */
export interface Item {
  eventId: string
  /** Sent with the event: a repeated request makes no second one. It begins with the event's id. */
  transactionId: string
  /** Null: no answer said that the event was made. */
  remoteId: string | null
  /** Of the version that was written last; empty: unknown. */
  stamp: string
}

/** The items of one target. */
export interface Items {
  list(): Promise<Item[]>
  find(eventIds: string[]): Promise<Item[]>
  /** Returns the items of events that are about to be written. Those of new events are stored before they are sent. */
  begin(eventIds: string[]): Promise<Item[]>
  /** Stores items that have begun. Those of a target that ended meanwhile are not stored. */
  update(items: Item[]): Promise<void>
  delete(eventIds: string[]): Promise<void>
}

/** Rows that one statement deletes. */
const AT_ONCE = 100

export function itemsOf(db: Db, target: Pick<Target, 'publisherId' | 'id'>): Items {
  const key = { publisher_id: target.publisherId, target_id: target.id }
  const select = () =>
    db
      .selectFrom('push_item')
      .selectAll()
      .where('publisher_id', '=', key.publisher_id)
      .where('target_id', '=', key.target_id)

  async function find(eventIds: string[]): Promise<Item[]> {
    if (eventIds.length === 0) return []
    return (await select().where('event_id', 'in', eventIds).execute()).map(toItem)
  }

  return {
    find,
    list: async () => (await select().execute()).map(toItem),

    async begin(eventIds) {
      if (eventIds.length === 0) return []
      const rows = eventIds.map((event_id) => {
        return { ...key, event_id, transaction_id: `${event_id}-${newId()}`, remote_id: null, stamp: '' }
      })
      // Another process may have begun before: its transaction id holds.
      await db
        .insertInto('push_item')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return find(eventIds)
    },

    async update(items) {
      await transact(db, async (tx) => {
        for (const { eventId, transactionId, remoteId, stamp } of items)
          await tx
            .updateTable('push_item')
            .set({ transaction_id: transactionId, remote_id: remoteId, stamp })
            .where('publisher_id', '=', key.publisher_id)
            .where('target_id', '=', key.target_id)
            .where('event_id', '=', eventId)
            .execute()
      })
    },

    async delete(eventIds) {
      for (let from = 0; from < eventIds.length; from += AT_ONCE)
        await db
          .deleteFrom('push_item')
          .where('publisher_id', '=', key.publisher_id)
          .where('target_id', '=', key.target_id)
          .where('event_id', 'in', eventIds.slice(from, from + AT_ONCE))
          .execute()
    },
  }
}

export async function deleteItemsOf(tx: Db, { publisherId, id }: Pick<Target, 'publisherId' | 'id'>) {
  await tx
    .deleteFrom('push_item')
    .where('publisher_id', '=', publisherId)
    .where('target_id', '=', id)
    .execute()
}

function toItem(row: Selectable<PushItemTable>): Item {
  return {
    ...{ eventId: row.event_id, transactionId: row.transaction_id },
    ...{ remoteId: row.remote_id, stamp: row.stamp },
  }
}
