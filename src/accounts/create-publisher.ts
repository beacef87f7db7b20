import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import type { OperationContext } from '../operation.ts'
import { type ApiKey, newKeyPair, ORDINARY_KEY } from '../publishers/api-key.ts'
import { insertApiKey } from '../publishers/api-key-store.ts'
import { claimInDirectory, findInDirectory } from '../publishers/directory.ts'
import type { Publisher } from '../publishers/publisher.ts'
import { insertPublisher } from '../publishers/publisher-store.ts'
import { emailKey } from '../subscribers/subscriber.ts'
import { directLink, type Widget } from '../widgets/widget.ts'
import { insertWidget } from '../widgets/widget-store.ts'
import { type Language, LANGUAGES } from '../words/index.ts'

export interface NewPublisher {
  publisher: Publisher
  apiKey: ApiKey
  widgets: Widget[]
}

/**
 * Creates a publisher with an API key and one widget of each type, whose names are in `language`. Operators may give
 * several publishers the same e-mail address; in the directory it belongs to the first.
 */
export async function createPublisher(
  ctx: OperationContext,
  details: Omit<Publisher, 'id' | 'settings' | 'settingsRevision'>,
  language: Language = 'en',
): Promise<NewPublisher> {
  return transact(ctx.db, async (tx) => {
    const created = await insertPublisherWhole(tx, { ...details, settings: {} }, ctx.now(), language)
    await claimInDirectory(tx, 'email', emailKey(details.email), created.publisher.id)
    return created
  })
}

/** Like `createPublisher`, within a transaction, for an e-mail address that no other publisher has. */
export async function addPublisher(
  tx: Db,
  details: Omit<Publisher, 'id' | 'settingsRevision'>,
  now: number,
): Promise<NewPublisher> {
  const created = await insertPublisherWhole(tx, details, now, 'en')
  const { id, email } = created.publisher
  if (!(await claimInDirectory(tx, 'email', emailKey(email), id)))
    throw invalid({ email: emailTaken(email) }, 'email_taken')
  return created
}

async function insertPublisherWhole(
  tx: Db,
  details: Omit<Publisher, 'id' | 'settingsRevision'>,
  now: number,
  language: Language,
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
  const { widgets: names } = LANGUAGES[language]
  const widgets = (['button', 'event'] as const).map((type) => ({
    id: newId(now),
    publisherId: id,
    type,
    name: type === 'button' ? names.button : names.list,
    active: true,
    settings: {},
  }))
  for (const widget of widgets) await insertWidget(tx, widget, now)
  return { publisher, apiKey, widgets }
}

/** Returns whether an e-mail address belongs to the owner of a publisher or to a user. */
export async function emailIsTaken(db: Db, email: string): Promise<boolean> {
  const key = emailKey(email)
  const publisherIds = [await findInDirectory(db, 'email', key), await findInDirectory(db, 'user', key)]
  return publisherIds.some((publisherId) => publisherId !== undefined)
}

/** This exact text is part of the API. */
export function emailTaken(email: string): string {
  return `Email [${email}] already exists. Please try different email address`
}

/** The response to the creation of a publisher. It is the only one that contains the secret. */
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
