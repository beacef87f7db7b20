import type { CallbackAnswer } from '../../../src/http/admin/callbacks-schemas.ts'

export type Kind = CallbackAnswer['kinds'][number]

/** What a callback can be told of, in words. */
export const KINDS: Record<Kind, string> = {
  subscribe: 'Somebody subscribes',
  'schedules-added': 'Somebody adds calendars',
  'schedules-removed': 'Somebody removes calendars',
  unsubscribe: 'Somebody leaves',
}

export const ALL_KINDS = Object.keys(KINDS) as Kind[]

/** The kind of a delivery, in words. */
export function kindName(kind: string): string {
  return kind === 'test' ? 'Test' : Object.hasOwn(KINDS, kind) ? KINDS[kind as Kind] : kind
}

/** `Everything`, or what it is told of. */
export function kindsText(kinds: Kind[]): string {
  return kinds.length === ALL_KINDS.length ? 'Everything' : kinds.map((kind) => KINDS[kind]).join(', ')
}
