import { listPersonAlerts } from '../../alerts/person-alerts.ts'
import { findAlertSettings } from '../../alerts/switch-alerts.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { walkEvents } from '../../events/event-store.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { listEmailChanges } from '../../subscribers/email-change-store.ts'
import { listLinks } from '../../subscribers/link-store.ts'
import type { Subscriber } from '../../subscribers/subscriber.ts'
import { listSubscriptions } from '../../subscribers/subscription-store.ts'
import { listPushSubscriptions } from '../../web-push/push-subscription-store.ts'
import { jsonParts } from '../json-parts.ts'
import { presentPersonalData, presentPrivate, type StoredData } from './present-my-data.ts'

/** All that is stored of a subscriber, as JSON in parts. */
export async function* myData(ctx: AppContext, subscriber: Subscriber): AsyncGenerator<string> {
  const stored = await readStored(ctx, subscriber)
  const privateEvents = livePrivateEvents(ctx.db, subscriber)
  yield* jsonParts(presentPersonalData(stored, ctx.now()), { privateEvents })
}

async function* livePrivateEvents(db: Db, { publisherId, privateCalendarId }: Subscriber) {
  for await (const events of walkEvents(db, publisherId, privateCalendarId)) {
    yield events.filter((event) => !event.draft).map(presentPrivate)
  }
}

export async function readStored(
  { db, feedReads }: Pick<AppContext, 'db' | 'feedReads'>,
  subscriber: Subscriber,
): Promise<StoredData> {
  const { publisherId, id } = subscriber
  return {
    subscriber,
    publisher: await getPublisher(db, publisherId),
    subscriptions: await listSubscriptions(db, publisherId, id),
    emailChanges: await listEmailChanges(db, publisherId, id),
    links: await listLinks(db, publisherId, id),
    readers: await feedReads.list(publisherId, id),
    pushSubscriptions: await listPushSubscriptions(db, publisherId, [id]),
    alertSettings: await findAlertSettings(db, publisherId, id),
    alerts: await listPersonAlerts(db, publisherId, id),
  }
}
