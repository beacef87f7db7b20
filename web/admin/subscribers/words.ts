import type { RecipientState } from '../../../src/alerts/alert.ts'
import { PROFILE_LABELS } from '../kit/profile-labels.ts'
import { words } from '../words/index.ts'

/** Ways to subscribe, by the name that the service gives them. */
export const SOURCES: Record<string, string> = {
  Widget: words.subscribers.sourceWidget,
  Portal: words.subscribers.sourcePortal,
}

/** The way a subscriber came, which is `API` in all languages. */
export function sourceInWords(source: string): string {
  return SOURCES[source] ?? source
}

/** Labels of the answers, by the field of the record. */
export const ANSWERS: Record<string, string> = {
  ...PROFILE_LABELS,
  requiredAge: words.subscribers.requiredAge,
  parentConsentAge: words.subscribers.parentConsentAge,
}

/** Sentences about changes of a record, by the action in the audit log. */
export const ACTIONS: Record<string, string> = {
  'subscriber.calendars': words.subscribers.didCalendars,
  'subscriber.unsubscribe': words.subscribers.didUnsubscribe,
  'subscriber.rotate': words.subscribers.didRotate,
  'subscriber.end-link': words.subscribers.didEndLink,
  'subscriber.mail-link': words.subscribers.didMailLink,
  'subscriber.export': words.subscribers.didExport,
}

/** The result of an alert for one person. */
export const ALERT_STATES: Record<
  RecipientState,
  { kind: 'ok' | 'warn' | 'bad' | 'plain'; children: string }
> = {
  waiting: { kind: 'warn', children: words.subscribers.alertWaiting },
  told: { kind: 'ok', children: words.subscribers.alertSent },
  current: { kind: 'plain', children: words.subscribers.alertHadIt },
  capped: { kind: 'plain', children: words.subscribers.alertCapped },
  off: { kind: 'plain', children: words.subscribers.alertOff },
  refused: { kind: 'bad', children: words.subscribers.alertRefused },
  late: { kind: 'bad', children: words.subscribers.alertLate },
}
