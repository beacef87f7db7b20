import type { Calendar } from '../calendars/calendar.ts'
import type { Payload } from '../webhooks/kinds.ts'
import type { Subscriber } from './subscriber.ts'

/**
 * The body for a subscription or re-subscription. It has no `action`, and fields without a value are left
 * out.
 */
export function subscribePayload(
  subscriber: Subscriber,
  calendars: Calendar[],
  at: number,
  { referringPage, state }: { referringPage?: string; state?: object } = {},
): Payload<'subscribe'> {
  const { profile } = subscriber
  return {
    ...subscriberFields(subscriber, at),
    ...withoutEmpty({
      secondary_email: profile.secondaryEmail,
      first_name: profile.firstName,
      last_name: profile.lastName,
      age_group: profile.ageGroup,
      country: profile.country,
      gender: profile.gender,
      mobile: profile.mobile,
      zip: profile.zip,
      reference: profile.reference,
    }),
    ...calendarFields(calendars),
    ...withoutEmpty({ custom_fields: profile.customFields, referringPage, state }),
  }
}

/** The body for a change of calendars in the portal. `calendars`: all calendars followed afterwards. */
export function calendarsPayload(
  subscriber: Subscriber,
  calendars: Calendar[],
  at: number,
): Payload<'schedules-added' | 'schedules-removed'> {
  return {
    ...subscriberFields(subscriber, at),
    ...calendarFields(calendars),
    reference: subscriber.profile.reference ?? '',
  }
}

export function unsubscribePayload(subscriber: Subscriber, at: number): Payload<'unsubscribe'> {
  return {
    ...subscriberFields(subscriber, at),
    reference: subscriber.profile.reference ?? '',
    action: 'unsubscribe',
  }
}

/** `subscriber`: with the new address. */
export function emailPayload(
  subscriber: Subscriber,
  previousEmail: string,
  at: number,
): Payload<'email.changed'> {
  const { svcId, email, timestamp } = subscriberFields(subscriber, at)
  const reference = subscriber.profile.reference ?? ''
  return { kind: 'email.changed', svcId, email, previousEmail, timestamp, reference }
}

function subscriberFields(subscriber: Subscriber, at: number) {
  return { svcId: subscriber.id, email: subscriber.email, timestamp: String(Math.floor(at / 1000)) }
}

/** The three lists have the same order; `calendarIds` is an object with positions as keys. */
function calendarFields(calendars: Calendar[]) {
  return {
    calendarIds: Object.fromEntries(calendars.map((calendar, position) => [position, calendar.id])),
    calendarNames: calendars.map((calendar) => calendar.name),
    calendarReferences: calendars.map((calendar) => calendar.reference),
  }
}

function withoutEmpty<T extends object>(fields: T): Partial<T> {
  const filled = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(filled) as Partial<T>
}
