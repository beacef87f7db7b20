import { SUGGESTED_RULE } from '../alerts/alert-rule.ts'
import { insertAlert, listOpenAlerts } from '../alerts/alert-store.ts'
import { draftAlert } from '../alerts/draft-alert.ts'
import { createRule } from '../alerts/save-rule.ts'
import { createAlerts } from '../alerts/tell-of-changes.ts'
import type { AppContext } from '../context.ts'
import { listChangesOf, listPublicChanges } from '../events/event-change-store.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { OWNER } from './league.ts'

const DAY_MS = 86_400_000

/** Tells of the newest change whoever has not fetched it. No mail leaves: the people are invented. */
export async function tellOthers(ctx: AppContext, { id }: Publisher): Promise<void> {
  const [newest] = await listPublicChanges(ctx.db, id, {}, 1)
  const { revision, calendarId } = newest!
  const changes = await listChangesOf(ctx.db, id, revision)
  const alert = await draftAlert(
    ctx,
    id,
    changes.filter((change) => change.calendarId === calendarId),
    OWNER.name,
  )
  await insertAlert(ctx.db, alert)
  const mailer = { ...ctx.mailer, deliver: () => Promise.resolve('sent' as const) }
  const run = createAlerts({ ...ctx, mailer }, new AbortController().signal)
  do await run()
  while ((await listOpenAlerts(ctx.db, 'sending')).length > 0)
}

/** The deeds about alerts: one by hand, half a day after a ground was changed, and the usual rule after all changes. */
export function alertDeeds(ctx: AppContext, publisher: Publisher, today: number) {
  const at = (daysAgo: number) => Math.round(today - daysAgo * DAY_MS)
  return [
    { at: at(3.4), run: () => tellOthers(ctx, publisher) },
    // After all changes: it must not send mails to invented people when their matches come near.
    { at: at(0.1), run: () => createRule(ctx, publisher.id, { ...SUGGESTED_RULE, active: true }) },
  ]
}
