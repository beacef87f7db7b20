import { DEFAULT_KINDS, NOTIFICATION_KINDS, type NotificationKind } from '../../../src/webhooks/kinds.ts'
import { list } from '../kit/format.ts'
import { words } from '../words/index.ts'

const LABELS: Record<NotificationKind | 'test', string> = {
  subscribe: words.developers.kindSubscribe,
  'schedules-added': words.developers.kindAdded,
  'schedules-removed': words.developers.kindRemoved,
  unsubscribe: words.developers.kindUnsubscribe,
  'email.changed': words.developers.kindEmail,
  'push.removed': words.developers.kindPushRemoved,
  'change.reached': words.developers.kindReached,
  'alert.sent': words.developers.kindAlert,
  test: words.developers.test,
}

/** When kinds are sent that not every callback gets. */
const WHEN: Partial<Record<NotificationKind, string>> = {
  'email.changed': words.developers.emailWhen,
  'push.removed': words.developers.pushRemovedWhen,
  'change.reached': words.developers.reachedWhen,
  'alert.sent': words.developers.alertWhen,
}

/** The label of a kind of notification. A newer service may know more kinds than an open page. */
export function kindLabel(kind: NotificationKind | 'test'): string {
  return Object.hasOwn(LABELS, kind) ? LABELS[kind] : kind
}

/** A sentence about when a kind is sent; undefined for those that every callback gets. */
export function sentWhen(kind: NotificationKind): string | undefined {
  return WHEN[kind]
}

/** The labels of the kinds that a callback gets. */
export function kindsText(kinds: NotificationKind[]): string {
  if (kinds.length === NOTIFICATION_KINDS.length) return words.developers.allKinds
  const hasDefaults = DEFAULT_KINDS.every((kind) => kinds.includes(kind))
  const others = hasDefaults ? kinds.filter((kind) => !DEFAULT_KINDS.includes(kind)) : kinds
  return list([...(hasDefaults ? [words.developers.defaultKinds] : []), ...others.map(kindLabel)])
}
