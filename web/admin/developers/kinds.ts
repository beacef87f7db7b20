import {
  DEFAULT_KINDS,
  KINDS,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '../../../src/webhooks/kinds.ts'

/** The label of a kind of notification. A newer service may know more kinds than an open page. */
export function kindLabel(kind: NotificationKind | 'test'): string {
  if (kind === 'test') return 'Test'
  return Object.hasOwn(KINDS, kind) ? KINDS[kind].label : kind
}

/** The labels of the kinds that a callback gets. */
export function kindsText(kinds: NotificationKind[]): string {
  if (kinds.length === NOTIFICATION_KINDS.length) return 'All'
  const hasDefaults = DEFAULT_KINDS.every((kind) => kinds.includes(kind))
  const others = hasDefaults ? kinds.filter((kind) => !DEFAULT_KINDS.includes(kind)) : kinds
  return [...(hasDefaults ? ['All about subscribers'] : []), ...others.map(kindLabel)].join(', ')
}
