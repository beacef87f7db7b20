import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import { insertEntry } from './audit-store.ts'

/** Who does something, as the log of changes remembers it. */
export interface Actor {
  /** In whose log it stands. */
  publisherId: number
  kind: 'user' | 'api-key' | 'system'
  id: string
  name: string
  /** Where the actor belongs: a partner's own id, when its staff acts within a sub-account. */
  homeId: number
  requestId: string
  /** Epoch milliseconds. */
  at: number
}

/** What was changed: `{ kind: 'widget', id }`. */
export interface Subject {
  kind: string
  id: string
}

export interface AuditEntry {
  id: string
  publisherId: number
  at: number
  actor: { kind: Actor['kind']; id: string; name: string; publisherId: number }
  action: string
  subject: Subject
  before: Fields | null
  after: Fields | null
  requestId: string
}

type Fields = Record<string, unknown>

/** Fields that open something. That one changed is told, and not what it is. */
const SECRET = /secret|password|token|hash/i
const HIDDEN = '(hidden)'

/**
 * Writes to the log who changed what. To be called in the transaction of the change, so that there is never one
 * without the other. Of `before` and `after` only what differs is kept; null: there was nothing, or is no more.
 * Returns the id of the entry.
 */
export async function audit(
  tx: Db,
  actor: Actor,
  action: string,
  subject: Subject,
  before: object | null,
  after: object | null,
): Promise<string> {
  const { publisherId, at, requestId } = actor
  const id = newId(at)
  await insertEntry(tx, {
    id,
    publisherId,
    at,
    actor: { kind: actor.kind, id: actor.id, name: actor.name, publisherId: actor.homeId },
    action,
    subject,
    ...differing(before as Fields | null, after as Fields | null),
    requestId,
  })
  return id
}

/** The fields of both in which they differ. Exported for its test. */
export function differing(before: Fields | null, after: Fields | null) {
  if (!before || !after)
    return { before: before && withoutSecrets(before), after: after && withoutSecrets(after) }
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (fields: Fields) =>
    withoutSecrets(Object.fromEntries(names.map((name) => [name, fields[name]])))
  return { before: pick(before), after: pick(after) }
}

function withoutSecrets(fields: Fields): Fields {
  return JSON.parse(
    JSON.stringify(fields, (name, value: unknown) =>
      SECRET.test(name) && typeof value === 'string' && value !== '' ? HIDDEN : value,
    ),
  ) as Fields
}
