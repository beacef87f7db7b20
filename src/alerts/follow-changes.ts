import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { listChangesAfter } from '../events/event-change-store.ts'
import { getPublisher } from '../publishers/publisher-store.ts'
import { concerns, dueAt } from './alert-rule.ts'
import { findFollowed, listRules, moveFollowed } from './alert-rule-store.ts'
import { type DueTopic, insertDue } from './due-store.ts'

/** Changes that one transaction looks at. */
const AT_ONCE = 500

/**
 * Notes of a publisher's new changes when rules tell of them. The first rule that concerns a change counts. Private
 * events are left out: their texts are not in the history.
 */
export async function followChanges(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  publisherId: number,
  signal: AbortSignal,
): Promise<void> {
  const rules = await listRules(db, publisherId)
  const { timezone } = await getPublisher(db, publisherId)
  while (!signal.aborted) {
    const from = await findFollowed(db, publisherId)
    if (from === undefined) return
    const changes = await listChangesAfter(db, publisherId, from, AT_ONCE)
    const last = changes.at(-1)
    if (!last) return
    const due = changes.flatMap((change): DueTopic[] => {
      if (change.subscriberId !== null) return []
      const { eventId, calendarId, kinds } = change
      const rule = rules.find((own) => concerns(own, calendarId, kinds))
      const at = rule && dueAt(rule, change, now(), timezone)
      return at === undefined ? [] : [{ eventId, calendarId, ruleId: rule!.id, dueAt: at }]
    })
    const moved = await transact(db, async (tx) => {
      const mine = await moveFollowed(tx, publisherId, from, last.revision)
      if (mine) await insertDue(tx, publisherId, due)
      return mine
    })
    // Otherwise another process does it.
    if (!moved || changes.length < AT_ONCE) return
  }
}
