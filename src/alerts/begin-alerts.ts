import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { type AlertTerms, newAlert } from './alert.ts'
import type { AlertRule } from './alert-rule.ts'
import { listRules } from './alert-rule-store.ts'
import { insertAlert } from './alert-store.ts'
import { takeDue } from './due-store.ts'

/** Makes an alert of the events of a publisher that are due: one for each rule. */
export async function beginAlerts(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  publisherId: number,
): Promise<void> {
  await transact(db, async (tx) => {
    const at = now()
    const due = await takeDue(tx, publisherId, at)
    const rules = new Map((await listRules(tx, publisherId)).map((rule) => [rule.id, rule]))
    for (const [ruleId, topics] of Map.groupBy(due, (topic) => topic.ruleId)) {
      const rule = rules.get(ruleId)
      if (!rule?.active) continue
      const terms = termsOf(rule)
      const told = topics.map(({ eventId, calendarId }) => ({ eventId, calendarId }))
      await insertAlert(tx, newAlert({ publisherId, askedBy: '', created: at, topics: told, terms }))
    }
  })
}

export function termsOf(rule: AlertRule): AlertTerms {
  const { kinds, leastMove, dailyCap, askAbove, channels, language } = rule
  return { kinds, leastMove, dailyCap, askAbove, channels, language }
}
