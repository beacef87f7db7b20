import type { AppContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import { emailKey } from '../subscribers/subscriber.ts'
import { directLink, type Widget } from '../widgets/widget.ts'
import { insertWidget } from '../widgets/widget-store.ts'
import { type ApiKey, newKeyPair, ORDINARY_KEY } from './api-key.ts'
import { insertApiKey } from './api-key-store.ts'
import { claimInDirectory, findInDirectory } from './directory.ts'
import type { Publisher } from './publisher.ts'
import { insertPublisher } from './publisher-store.ts'

export interface NewPublisher {
  publisher: Publisher
  apiKey: ApiKey
  widgets: Widget[]
}

/**
 * Creates a publisher with what it needs to begin: an API key, and a widget of each type. Whoever runs the
 * service may give several publishers one e-mail; the first of them has it.
 */
export async function createPublisher(
  ctx: AppContext,
  details: Omit<Publisher, 'id' | 'settings' | 'settingsRevision'>,
): Promise<NewPublisher> {
  return transact(ctx.db, async (tx) => {
    const created = await insertPublisherWhole(tx, { ...details, settings: {} }, ctx.now())
    await claimInDirectory(tx, 'email', emailKey(details.email), created.publisher.id)
    return created
  })
}

/** The same within a transaction, for an e-mail that no other publisher may have. */
export async function addPublisher(
  tx: Db,
  details: Omit<Publisher, 'id' | 'settingsRevision'>,
  now: number,
): Promise<NewPublisher> {
  const created = await insertPublisherWhole(tx, details, now)
  const { id, email } = created.publisher
  if (!(await claimInDirectory(tx, 'email', emailKey(email), id))) throw invalid({ email: emailTaken(email) })
  return created
}

async function insertPublisherWhole(
  tx: Db,
  details: Omit<Publisher, 'id' | 'settingsRevision'>,
  now: number,
): Promise<NewPublisher> {
  const publisher = await insertPublisher(tx, details, now)
  const { id } = publisher
  const apiKey: ApiKey = {
    ...ORDINARY_KEY,
    publisherId: id,
    ...newKeyPair(),
    name: 'First key',
    active: true,
    expiresAt: null,
    lastUsedAt: null,
    created: now,
  }
  await insertApiKey(tx, apiKey)
  const widgets = (['button', 'event'] as const).map((type) => ({
    id: newId(now),
    publisherId: id,
    type,
    name: type === 'button' ? 'Subscribe button' : 'Event list',
    active: true,
    settings: {},
  }))
  for (const widget of widgets) await insertWidget(tx, widget, now)
  return { publisher, apiKey, widgets }
}

/** Whether somebody has an e-mail already, as the owner of a publisher or on its staff. */
export async function emailIsTaken(db: Db, email: string): Promise<boolean> {
  const key = emailKey(email)
  const found = [await findInDirectory(db, 'email', key), await findInDirectory(db, 'user', key)]
  return found.some((publisherId) => publisherId !== undefined)
}

/** What clients of the interface expect to read. */
export function emailTaken(email: string): string {
  return `Email [${email}] already exists. Please try different email address`
}

/** What whoever created a publisher is told, once: the secret is not shown again. */
export function handOver({ publisher, apiKey, widgets }: NewPublisher, publicUrl: string) {
  return {
    publisherId: publisher.id,
    apiKey: apiKey.key,
    secret: apiKey.secret,
    widgets: widgets.map((widget) => ({
      id: widget.id,
      type: widget.type,
      name: widget.name,
      directLink: directLink(publicUrl, widget),
    })),
  }
}
