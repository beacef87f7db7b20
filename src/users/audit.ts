import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { newId } from '../ids.ts'
import type { ConfiguredContext } from '../operation.ts'
import { insertEntry } from './audit-store.ts'

/** The author of a change, as recorded in the audit log. */
export interface Actor {
  /** The publisher whose log gets the entry. */
  publisherId: number
  kind: 'user' | 'api-key' | 'system'
  id: string
  name: string
  /** The actor's own publisher: the partner, if its user works in a sub-account. */
  homeId: number
  requestId: string
  /** Epoch milliseconds. */
  at: number
}

/** The changed record: `{ kind: 'widget', id }`. */
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

/** Fields whose values are hidden: the log shows only that they changed. */
const SECRET = /secret|password|token|hash/i
const HIDDEN = '(hidden)'

/**
 * The result of an operation, and what the audit log keeps of it: of `before` and `after` the fields that differ.
 * Without a `subject` the operation changed nothing, and no entry is written.
 */
export interface Audited<T> {
  result: T
  subject?: Subject
  /** The action if it came out as another one than was asked for. */
  action?: string
  /** Left out or null: there was nothing before. */
  before?: object | null
  /** Left out or null: nothing is left. */
  after?: object | null
}

/** The part of a context that an operation uses inside a transaction. */
type Within<C> = Pick<C, keyof C & keyof ConfiguredContext>

/**
 * Runs an operation and writes its entry in the audit log in the same transaction, so that neither is stored without
 * the other. `within` is the context with the transaction as its `db`. It has nothing that opens another connection:
 * a query there would wait for this transaction. `entryId` is the id that the entry will have.
 */
export function audited<C extends { db: Db }, T>(
  ctx: C,
  actor: Actor,
  action: string,
  operation: (within: Within<C>, entryId: string) => Promise<Audited<T>>,
): Promise<T> {
  const { config, now } = ctx as Partial<ConfiguredContext>
  return transact(ctx.db, async (tx) => {
    const id = newId(actor.at)
    const within = { config, now, db: tx } as unknown as Within<C>
    const { result, subject, before = null, after = null, ...done } = await operation(within, id)
    if (subject) {
      await insertEntry(tx, {
        id,
        publisherId: actor.publisherId,
        at: actor.at,
        actor: { kind: actor.kind, id: actor.id, name: actor.name, publisherId: actor.homeId },
        action: done.action ?? action,
        subject,
        ...differing(before as Fields | null, after as Fields | null),
        requestId: actor.requestId,
      })
    }
    return result
  })
}

/** Writes only an entry, about something that changes no data, such as a download or a mail. */
export function note(
  db: Db,
  actor: Actor,
  action: string,
  subject: Subject,
  after: object | null = null,
): Promise<void> {
  return audited({ db }, actor, action, () => Promise.resolve({ result: undefined, subject, after }))
}

/** Returns the differing fields of both. Exported for its test. */
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
