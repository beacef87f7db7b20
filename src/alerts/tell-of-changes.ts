import { eachAlone, eachStep } from '../db/each-alone.ts'
import { transact } from '../db/transact.ts'
import { eachFound } from '../publishers/each-found.ts'
import { nextRevision } from '../revisions/revision.ts'
import { note } from '../users/audit.ts'
import { recordNotification } from '../webhooks/notification-store.ts'
import type { Alert } from './alert.ts'
import { listAlertingPublishers } from './alert-rule-store.ts'
import { changeState, getAlert, listOpenAlerts } from './alert-store.ts'
import { beginAlerts } from './begin-alerts.ts'
import { listDuePublishers } from './due-store.ts'
import { findRecipients } from './find-recipients.ts'
import { followChanges } from './follow-changes.ts'
import { hasWaiting } from './recipient-store.ts'
import { type SendContext, sendSome } from './send-alert.ts'

/** The actor in the audit log. */
const BY_SERVICE = { kind: 'system' as const, id: 'alerts', name: 'Alerts', requestId: '' }

/** The most events that a notification names. */
const MOST_EVENTS = 100

/** The service looks for due alerts at this interval, in milliseconds. */
export const ALERTS_MS = 5000

/**
 * Returns a function to call every five seconds. It takes each alert one step on: changes are noted, due ones become
 * alerts, recipients are found, mails are sent. Several processes may do so at the same time.
 */
export function createAlerts(ctx: SendContext, signal: AbortSignal): () => Promise<void> {
  return async () => {
    const sending: Alert[] = []
    await eachStep([
      () =>
        eachFound(
          ctx.db,
          signal,
          (only) => listAlertingPublishers(ctx.db, only),
          (id) => followChanges(ctx, id, signal),
        ),
      () =>
        eachFound(
          ctx.db,
          signal,
          (only) => listDuePublishers(ctx.db, ctx.now(), only),
          (id) => beginAlerts(ctx, id),
        ),
      () =>
        eachFound(
          ctx.db,
          signal,
          (only) => listOpenAlerts(ctx.db, 'finding', only),
          (alert) => findRecipients(ctx, alert, signal),
        ),
      () =>
        eachFound(
          ctx.db,
          signal,
          (only) => listOpenAlerts(ctx.db, 'sending', only),
          async (alert) => sending.push(alert),
        ),
      () => sendAll(sending),
    ])
  }

  /** Sends for one interval, to a few recipients of each alert in turn; to fewer if the mail server takes nothing. */
  async function sendAll(alerts: Alert[]): Promise<void> {
    let budget = (ctx.config.mail.perSecond * ALERTS_MS) / 1000
    let open = alerts
    while (open.length > 0 && budget > 0) {
      const more: Alert[] = []
      await eachAlone(open, async (alert) => {
        if (signal.aborted || budget <= 0) return
        const { claimed, away } = await sendSome(ctx, alert, Math.ceil(budget))
        budget = away ? 0 : budget - claimed
        if (claimed > 0) more.push(alert)
        else if (!away) await endAlert(alert)
      })
      open = more
    }
  }

  /** Ends an alert if nobody waits. The audit log and callbacks get numbers, and no names. */
  async function endAlert(alert: Alert): Promise<void> {
    const { publisherId, id, topics, people } = alert
    if (await hasWaiting(ctx.db, alert)) return
    await transact(ctx.db, async (tx) => {
      const revision = await nextRevision(tx, publisherId, ctx.now())
      if ((await hasWaiting(tx, alert)) || !(await changeState(tx, alert, 'sending', 'done'))) return
      const { counts } = await getAlert(tx, publisherId, id)
      const actor = { ...BY_SERVICE, publisherId, homeId: publisherId, at: revision.at }
      await note(tx, actor, 'alert.done', { kind: 'alert', id }, counts)
      const payload = {
        ...{ kind: 'alert.sent' as const, alertId: id, people },
        ...{ told: counts.told, refused: counts.refused },
        ...{
          eventIds: topics.slice(0, MOST_EVENTS).map(({ eventId }) => eventId),
          eventCount: topics.length,
        },
        timestamp: String(Math.floor(revision.at / 1000)),
      }
      await recordNotification(tx, publisherId, 'alert.sent', payload, revision)
    })
  }
}
