import type { AppContext } from '../context.ts'
import { transact } from '../db/transact.ts'
import { newId } from '../ids.ts'
import type { Widget } from '../widgets/widget.ts'
import { insertWidget } from '../widgets/widget-store.ts'
import { type ApiKey, newKeyPair } from './api-key.ts'
import { insertApiKey } from './api-key-store.ts'
import type { Publisher } from './publisher.ts'
import { insertPublisher } from './publisher-store.ts'

export interface NewPublisher {
  publisher: Publisher
  apiKey: ApiKey
  widgets: Widget[]
}

/** Creates a publisher with what it needs to begin: an API key, and a widget of each type. */
export async function createPublisher(
  ctx: AppContext,
  details: Omit<Publisher, 'id' | 'settings' | 'settingsRevision'>,
): Promise<NewPublisher> {
  const now = ctx.now()
  return transact(ctx.db, async (tx) => {
    const publisher = await insertPublisher(tx, { ...details, settings: {} }, now)
    const apiKey: ApiKey = {
      publisherId: publisher.id,
      ...newKeyPair(),
      name: 'First key',
      active: true,
      sha256Only: false,
      expiresAt: null,
      lastUsedAt: null,
      created: now,
    }
    await insertApiKey(tx, apiKey)
    const widgets = (['button', 'event'] as const).map((type) => ({
      id: newId(now),
      publisherId: publisher.id,
      type,
      name: type === 'button' ? 'Subscribe button' : 'Event list',
      active: true,
      settings: {},
    }))
    for (const widget of widgets) await insertWidget(tx, widget, now)
    return { publisher, apiKey, widgets }
  })
}
