import { type Static, type TProperties, type TString, Type } from 'typebox'

/** The name of a subscriber's id in bodies, unless a callback asks for another one. */
export const ID_NAME = 'svcId'

/** The field of a body that identifies its subject. */
const ID_FIELDS = { subscriber: ID_NAME, event: 'eventId', calendar: 'calendarId', alert: 'alertId' } as const
type Subject = keyof typeof ID_FIELDS

/** The fields that stay when a subscriber is erased: without a record, an id identifies nobody. */
export const KEPT_FIELDS: string[] = [...Object.values(ID_FIELDS), 'timestamp']

const text = (description?: string) => Type.String(description ? { description } : {})
const optional = (description?: string) => Type.Optional(text(description))
const timestamp = text('Unix seconds, as a text.')
const reference = text('Your own key of the subscriber.')

const subscriber = { svcId: text(), email: text(), timestamp }
const calendars = {
  calendarIds: Type.Unsafe<Record<string, string>>(
    // Not Type.Record: OpenAPI has no patternProperties.
    Type.Object(
      {},
      {
        additionalProperties: Type.String(),
        description: 'Ids by position; the two lists below have the same order.',
      },
    ),
  ),
  calendarNames: Type.Array(Type.String()),
  calendarReferences: Type.Array(Type.String()),
}

/**
 * The kinds of notifications. Types, schemas, the client package, the admin portal and the documentation derive from
 * this table. `payload` lists the fields of the body in the order in which they are sent. A body that has data of a
 * subscriber names the subscriber in `svcId`, whatever it is about, so that the erasure of the subscriber finds it.
 * A kind that is not `byDefault` is sent to callbacks that choose it, and its body begins with its name in `kind`.
 */
export const KINDS = {
  subscribe: kind({
    label: 'Subscribed',
    about: 'subscriber',
    byDefault: true,
    when: 'a person completes the widget flow, for the first time or again',
    payload: {
      ...subscriber,
      secondary_email: optional(),
      first_name: optional(),
      last_name: optional(),
      age_group: optional(),
      country: optional(),
      gender: optional(),
      mobile: optional(),
      zip: optional(),
      reference: Type.Optional(reference),
      ...calendars,
      custom_fields: Type.Optional(Type.Array(Type.Object({ name: text(), value: text() }))),
      referringPage: optional('The address of the page from which the person came.'),
      state: Type.Optional(Type.Object({}, { description: 'As the page passed it to the widget.' })),
    },
  }),
  'schedules-added': kind({
    label: 'Calendars added',
    about: 'subscriber',
    byDefault: true,
    when: 'a subscriber adds calendars in the portal',
    payload: { ...subscriber, ...calendars, reference },
  }),
  'schedules-removed': kind({
    label: 'Calendars removed',
    about: 'subscriber',
    byDefault: true,
    when: 'a subscriber removes calendars in the portal',
    payload: { ...subscriber, ...calendars, reference },
  }),
  unsubscribe: kind({
    label: 'Unsubscribed',
    about: 'subscriber',
    byDefault: true,
    when: 'a subscriber leaves in the portal, or the publisher unsubscribes them by the API',
    payload: { ...subscriber, reference, action: Type.Literal('unsubscribe') },
  }),
  'email.changed': kind({
    label: 'E-mail changed',
    about: 'subscriber',
    byDefault: false,
    when: 'a subscriber has confirmed a new e-mail address that was entered in the portal',
    payload: {
      kind: Type.Literal('email.changed'),
      svcId: text(),
      email: text('The new address.'),
      previousEmail: text(),
      timestamp,
      reference,
    },
  }),
  'push.removed': kind({
    label: 'Pushed calendar deleted',
    about: 'subscriber',
    byDefault: false,
    when: 'a subscriber has deleted the calendar that was written into their account at Google or in Outlook; it is not made again',
    payload: {
      kind: Type.Literal('push.removed'),
      ...subscriber,
      provider: Type.Enum(['google', 'microsoft']),
      reference,
    },
  }),
  'change.reached': kind({
    label: 'Change fetched',
    about: 'calendar',
    byDefault: false,
    when: 'the share of active subscribers whose applications have fetched a change first reaches 50, 90 or 99 %',
    payload: {
      kind: Type.Literal('change.reached'),
      calendarId: text(),
      revision: Type.Integer({ description: 'The `revision` in the list of changes.' }),
      percent: Type.Union([Type.Literal(50), Type.Literal(90), Type.Literal(99)], {
        description: 'The highest of these that was reached.',
      }),
      active: Type.Integer({ description: 'Subscribers with an application that still reads their feed.' }),
      reached: Type.Integer({ description: 'Those of them whose active applications all have the change.' }),
      eventIds: Type.Array(Type.String(), {
        description: 'The events that changed, at most 100, in the order of their ids.',
      }),
      eventCount: Type.Integer({ description: 'The number of all events that changed.' }),
      timestamp,
    },
  }),
  'alert.sent': kind({
    label: 'Alert sent',
    about: 'alert',
    byDefault: false,
    when: 'everybody was told whose calendar had not fetched a change, as far as possible',
    payload: {
      kind: Type.Literal('alert.sent'),
      alertId: text(),
      people: Type.Integer({ description: 'Subscribers whose calendars had not fetched the changes.' }),
      told: Type.Integer({ description: 'Those of them who were told.' }),
      refused: Type.Integer({ description: 'Those whose address the mail server refused.' }),
      eventIds: Type.Array(Type.String(), { description: 'The events that changed, at most 100.' }),
      eventCount: Type.Integer({ description: 'The number of all events that changed.' }),
      timestamp,
    },
  }),
}

export type NotificationKind = keyof typeof KINDS
export const NOTIFICATION_KINDS = Object.keys(KINDS) as NotificationKind[]
/** The kinds of a callback that chooses none. A new kind is not among them: receivers would not know its bodies. */
export const DEFAULT_KINDS = NOTIFICATION_KINDS.filter((kind) => KINDS[kind].byDefault)

/** The body of a notification before it is encrypted. */
export type Payload<Kind extends NotificationKind = NotificationKind> = {
  [K in Kind]: Static<(typeof KINDS)[K]['payload']>
}[Kind]

/** Returns the id of what a notification is about. */
export function subjectOf(kind: NotificationKind, payload: Payload): string {
  return (payload as Record<string, unknown>)[ID_FIELDS[KINDS[kind].about]] as string
}

/** A row of the table. The compiler refuses a payload without the id of its subject. */
function kind<
  About extends Subject,
  Fields extends TProperties & Record<(typeof ID_FIELDS)[About] | 'timestamp', TString>,
>({ payload, ...row }: { label: string; about: About; byDefault: boolean; when: string; payload: Fields }) {
  return { ...row, payload: Type.Object(payload) }
}
