import type { Calendar } from '../calendars/calendar.ts'
import type { Subscriber } from '../subscribers/subscriber.ts'

/** What a publisher can be told of. */
export const NOTIFICATION_KINDS = [
  'subscribe',
  'schedules-added',
  'schedules-removed',
  'unsubscribe',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** One thing that happened, with the body that tells of it. */
export interface Notification {
  id: string
  /** `test`: somebody tried a callback out. */
  kind: NotificationKind | 'test'
  /** The plain body. */
  payload: string
  /** Epoch milliseconds. */
  created: number
}

/** What the subscriber's identifier is called in bodies, where a callback wants nothing else. */
export const ID_NAME = 'svcId'

/** A plain body with the identifier, which every body begins with, under another name. */
export function withIdName(payload: string, name: string): string {
  return name === ID_NAME ? payload : payload.replace(/^\{"svcId":/, `{"${name}":`)
}

/** The body of a subscription or re-subscription: no `action`, and only what is known. */
export function subscribePayload(
  subscriber: Subscriber,
  calendars: Calendar[],
  at: number,
  { referringPage, state }: { referringPage?: string; state?: object } = {},
) {
  const { profile } = subscriber
  const more = withoutEmpty({
    secondary_email: profile.secondaryEmail,
    first_name: profile.firstName,
    last_name: profile.lastName,
    age_group: profile.ageGroup,
    country: profile.country,
    gender: profile.gender,
    mobile: profile.mobile,
    zip: profile.zip,
    reference: profile.reference,
    ...calendarFields(calendars),
    custom_fields: profile.customFields,
    referringPage,
    state,
  })
  return { ...subscriberFields(subscriber, at), ...more }
}

/** The body of a change of calendars in the portal; `calendars` is the new full list. */
export function calendarsPayload(subscriber: Subscriber, calendars: Calendar[], at: number) {
  return {
    ...subscriberFields(subscriber, at),
    ...calendarFields(calendars),
    reference: subscriber.profile.reference ?? '',
  }
}

/** The body of an unsubscription. */
export function unsubscribePayload(subscriber: Subscriber, at: number) {
  return {
    ...subscriberFields(subscriber, at),
    reference: subscriber.profile.reference ?? '',
    action: 'unsubscribe',
  }
}

function subscriberFields(subscriber: Subscriber, at: number) {
  return { svcId: subscriber.id, email: subscriber.email, timestamp: String(Math.floor(at / 1000)) }
}

/** The three lists have the same order; ids are a map by position. */
function calendarFields(calendars: Calendar[]) {
  return {
    calendarIds: Object.fromEntries(calendars.map((calendar, position) => [position, calendar.id])),
    calendarNames: calendars.map((calendar) => calendar.name),
    calendarReferences: calendars.map((calendar) => calendar.reference),
  }
}

function withoutEmpty<T extends object>(payload: T): Partial<T> {
  const known = Object.entries(payload).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(known) as Partial<T>
}
