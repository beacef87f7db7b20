import type { TestPublisher } from '../../test/support/test-publisher.ts'

/** Each attack, by the name it has in the table. */
export const ATTACKS = [
  'an import that never ends',
  'four imports that never end',
  'a state nested 6,000 deep',
  'a person with many events',
  'a calendar with many events',
  'downloads of a portal',
  'records in the admin portal',
  'sign-ins of one IPv6 network',
  'bodies that never end',
  'callbacks that take long',
] as const

export type AttackName = (typeof ATTACKS)[number]

/** The records an attacker knows: its own publisher, a subscriber with many events, a calendar with more. */
export interface Target {
  url: string
  publisher: Publisher
  smallCalendarId: string
  person: { svcId: string; eventId: string; feedUrl: string; manageUrl: string }
  calendar: { id: string; eventId: string; feedUrl: string }
}

export type Publisher = ConstructorParameters<typeof TestPublisher>[1]

/** The argument of an attacker's process, as JSON. */
export interface Order {
  name: AttackName
  target: Target
}

/** The attacker's message now and then: how often it has begun, and its answers by status; 0 is no answer. */
export interface AttackReport {
  /** True from when it may be sent the message that begins the attack. */
  ready: boolean
  begun: number
  statuses: Record<string, number>
}
