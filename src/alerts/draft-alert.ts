import type { AppContext } from '../context.ts'
import { AppError } from '../errors.ts'
import type { EventChange } from '../events/event-change.ts'
import { type Alert, newAlert } from './alert.ts'
import { SUGGESTED_RULE, TOLD_KINDS } from './alert-rule.ts'
import { listRules } from './alert-rule-store.ts'
import { readHistories } from './history.ts'
import { outdatedRevisions } from './news.ts'

/**
 * Returns the alert that tells whoever has not fetched a change, now and whatever the rules say; only the cap of mails
 * a day holds. `changes`: of one revision and calendar. Throws `forbidden` if there is nothing to tell: the events have
 * begun, only a text differs, or it was undone.
 */
export async function draftAlert(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  publisherId: number,
  changes: EventChange[],
  askedBy: string,
): Promise<Alert> {
  const at = now()
  const [rule = SUGGESTED_RULE] = (await listRules(db, publisherId)).filter(({ active }) => active)
  const { dailyCap, language } = rule
  const terms = {
    ...{ kinds: TOLD_KINDS, leastMove: 0, dailyCap, askAbove: 0, language },
    channels: SUGGESTED_RULE.channels,
  }
  const ahead = changes.filter(({ startBefore, startAfter }) => Math.max(startBefore, startAfter ?? 0) > at)
  const topics = ahead.map(({ eventId, calendarId }) => ({ eventId, calendarId }))
  const histories = [...(await readHistories(db, publisherId, topics, at)).values()]
  if (!histories.some((history) => outdatedRevisions(terms, history).length > 0))
    throw new AppError(
      'forbidden',
      'There is nothing to tell: the event has begun, the change was undone, or only a text differs',
      { kind: 'nothing_to_tell' },
    )
  return newAlert({ publisherId, askedBy, created: at, topics, terms })
}
