import { findUnknownCalendar } from '../calendars/calendar-store.ts'
import { transact } from '../db/transact.ts'
import { invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import type { OperationContext } from '../operation.ts'
import { currentRevision } from '../revisions/revision.ts'
import type { AlertRule } from './alert-rule.ts'
import { beginToFollow, getRule, insertRule, listRules, updateRule } from './alert-rule-store.ts'

type RuleFields = Omit<AlertRule, 'id' | 'created'>

/** Creates a rule. It tells of changes that are made from now on. */
export async function createRule(
  ctx: OperationContext,
  publisherId: number,
  fields: RuleFields,
): Promise<AlertRule> {
  return transact(ctx.db, async (tx) => {
    const now = ctx.now()
    const rule = { ...fields, id: newId(now), created: now }
    await check({ ...ctx, db: tx }, publisherId, rule)
    if (rule.active) await followFromNow({ ...ctx, db: tx }, publisherId)
    await insertRule(tx, publisherId, rule)
    return rule
  })
}

/** Changes a rule. What waits to be told is told by the rule as it then is. */
export async function changeRule(
  ctx: OperationContext,
  publisherId: number,
  id: string,
  fields: RuleFields,
): Promise<AlertRule> {
  return transact(ctx.db, async (tx) => {
    const before = await getRule(tx, publisherId, id)
    const rule = { ...before, ...fields }
    await check({ ...ctx, db: tx }, publisherId, rule)
    if (rule.active && !before.active) await followFromNow({ ...ctx, db: tx }, publisherId)
    await updateRule(tx, publisherId, rule)
    return rule
  })
}

/** Another active rule is where it should be already. */
async function followFromNow({ db }: OperationContext, publisherId: number): Promise<void> {
  const rules = await listRules(db, publisherId)
  if (!rules.some(({ active }) => active)) {
    await beginToFollow(db, publisherId, await currentRevision(db, publisherId))
  }
}

async function check({ db }: OperationContext, publisherId: number, rule: RuleFields): Promise<void> {
  const { calendarIds, quietHours } = rule
  if (quietHours && quietHours.from === quietHours.to)
    throw invalid(
      { quietHours: 'quietHours has to begin and to end at different times' },
      'quiet_hours_empty',
    )
  if (!calendarIds) return
  const unknown = await findUnknownCalendar(db, publisherId, calendarIds)
  if (unknown !== undefined) throw invalid({ calendarIds: `calendarIds has an unknown calendar, ${unknown}` })
}
