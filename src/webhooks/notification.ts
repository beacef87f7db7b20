import { Value } from 'typebox/value'
import { ID_NAME, KEPT_FIELDS, KINDS, type NotificationKind, type Payload } from './kinds.ts'

/** A record of one change, for callbacks. */
export interface Notification {
  id: string
  kind: NotificationKind
  payload: Payload
  /** Epoch milliseconds. */
  created: number
}

/** Writes the plain body for a callback, with `idName` in place of `svcId`. The order of the fields stays. */
export function bodyOf(payload: Payload, idName: string): string {
  const fields = Object.entries(payload)
  return JSON.stringify(
    Object.fromEntries(fields.map(([name, value]) => [name === ID_NAME ? idName : name, value])),
  )
}

/** Returns the id of the subscriber whose data a payload has, if any. */
export function subscriberOf(payload: Payload): string | null {
  const { svcId = null } = payload as { svcId?: string }
  return svcId
}

/** Returns a payload without personal data: with ids, the time, and empty required fields. */
export function withoutPersonalData(kind: NotificationKind, payload: Payload): object {
  const kept = Object.entries(payload).filter(([name]) => KEPT_FIELDS.includes(name))
  return { ...(Value.Create(KINDS[kind].payload) as object), ...Object.fromEntries(kept) }
}
