import { type Static, Type } from 'typebox'
import { ALERT_CHOICES } from '../../alerts/alert.ts'
import type { PersonAlert } from '../../alerts/person-alerts.ts'
import type { AlertSettings } from '../../alerts/switch-alerts.ts'
import type { CalendarEvent } from '../../events/event.ts'
import type { FeedReader } from '../../feeds/feed-read-store.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import type { EmailChange } from '../../subscribers/email-change-store.ts'
import type { FeedLink } from '../../subscribers/feed-link.ts'
import { type Subscriber, visibleProfile } from '../../subscribers/subscriber.ts'
import type { Subscription } from '../../subscribers/subscription-store.ts'
import type { PushSubscription } from '../../web-push/push-subscription.ts'
import { CONSENT_FIELDS } from '../../widgets/widget.ts'
import { Profile } from './answers.ts'

const Time = Type.String({ description: 'ISO 8601, UTC.' })
const MaybeTime = Type.Union([Time, Type.Null()])
const { optins: _, consentLanguage: _l, applications: _a, ...answers } = Profile.properties

/** All data stored about a subscriber, except private events, of which there may be many. */
export const PersonalData = Type.Object({
  publisher: Type.String(),
  exported: Time,
  email: Type.String(),
  emailChanges: Type.Array(Type.Object({ email: Type.String(), asked: Time, confirmed: MaybeTime }), {
    description: 'The new address that was asked for within a day.',
  }),
  subscribedSince: Time,
  lastChanged: Time,
  source: Type.String({ description: '`API`, `Widget` or `Portal`.' }),
  campaign: Type.String({
    description: 'As the page named it through which the person subscribed; empty: none.',
  }),
  answers: Type.Object(answers, { description: 'The answers given when subscribing.' }),
  consents: Type.Record(Type.Enum(CONSENT_FIELDS), Type.Boolean()),
  consentLanguage: Type.String({ description: 'That of the form that asked for them; empty: unknown.' }),
  applicationsChosen: Type.Array(Type.String()),
  reminders: Type.Union([Type.Array(Type.String()), Type.Literal('as the publisher sets them')], {
    description: 'Offsets such as `15M`.',
  }),
  links: Type.Array(
    Type.Object({
      name: Type.String(),
      application: Type.String(),
      since: Time,
      confirmed: MaybeTime,
      lastUsed: MaybeTime,
      ended: MaybeTime,
    }),
    { description: 'One for each time the person subscribed.' },
  ),
  subscriptions: Type.Array(Type.Object({ calendarId: Type.String(), name: Type.String(), since: Time })),
  feedReads: Type.Array(Type.Object({ application: Type.String(), reads: Type.Integer(), last: Time })),
  notifications: Type.Array(Type.Object({ browser: Type.String(), since: Time, lastSent: MaybeTime }), {
    description: 'The browsers that get notifications.',
  }),
  alerts: Type.Object(
    {
      choice: Type.Enum(ALERT_CHOICES),
      language: Type.String({ description: 'That of the pages as the person used them; empty: unknown.' }),
      refusals: Type.Integer({ description: 'Mails that the mail server refused, one after the other.' }),
      told: Type.Array(
        Type.Object({ at: Time, events: Type.Array(Type.String({ description: 'The name.' })) }),
        { description: 'The mails of the last 90 days, the newest first.' },
      ),
    },
    { description: 'Mails about changes that the calendar had not fetched.' },
  ),
})

export const PrivateEvent = Type.Object({
  name: Type.String(),
  location: Type.String(),
  details: Type.String(),
  startDate: Type.String(),
  startTime: Type.Union([Type.String(), Type.Null()], { description: 'Null: all day.' }),
  endDate: Type.String(),
  endTime: Type.Union([Type.String(), Type.Null()]),
  timezone: Type.String(),
})

/** The stored data of a subscriber. */
export interface StoredData {
  subscriber: Subscriber
  publisher: Publisher
  subscriptions: Subscription[]
  emailChanges: EmailChange[]
  links: FeedLink[]
  readers: FeedReader[]
  pushSubscriptions: PushSubscription[]
  /** Undefined if the subscriber was just erased. */
  alertSettings: AlertSettings | undefined
  /** The newest first. */
  alerts: PersonAlert[]
}

/** Presents the data in words that people understand, without the `svc_id`, which is the publisher's key. */
export function presentPersonalData(
  {
    subscriber,
    publisher,
    subscriptions,
    emailChanges,
    links,
    readers,
    pushSubscriptions,
    alertSettings,
    alerts,
  }: StoredData,
  now: number,
): Static<typeof PersonalData> {
  const { optins = [], consentLanguage = '', applications = [], ...profile } = visibleProfile(subscriber)
  const consents = CONSENT_FIELDS.map((field, index) => [field, optins[index] ?? false])
  return {
    publisher: publisher.company,
    exported: iso(now),
    email: subscriber.email,
    emailChanges: emailChanges.map(({ email, created, doneAt }) => ({
      ...{ email, asked: iso(created), confirmed: isoOrNull(doneAt) },
    })),
    subscribedSince: iso(subscriber.created),
    lastChanged: iso(subscriber.modified),
    source: subscriber.source,
    campaign: subscriber.profile.joinedBy?.campaign ?? '',
    answers: profile,
    consents: Object.fromEntries(consents) as Static<typeof PersonalData>['consents'],
    consentLanguage,
    applicationsChosen: applications,
    reminders: subscriber.reminders ?? 'as the publisher sets them',
    links: links.map(({ name, application, created, confirmedAt, lastUsedAt, endedAt }) => ({
      ...{ name, application, since: iso(created), confirmed: isoOrNull(confirmedAt) },
      ...{ lastUsed: isoOrNull(lastUsedAt), ended: isoOrNull(endedAt) },
    })),
    subscriptions: subscriptions.map(({ calendarId, name, since }) => ({
      calendarId,
      name,
      since: iso(since),
    })),
    feedReads: readers.map(({ application, reads, lastReadAt }) => ({
      application,
      reads,
      last: iso(lastReadAt),
    })),
    notifications: pushSubscriptions.map(({ browser, created, lastSentAt }) => ({
      browser,
      since: iso(created),
      lastSent: isoOrNull(lastSentAt),
    })),
    alerts: {
      ...(alertSettings ?? { choice: 'off', language: '', refusals: 0 }),
      told: alerts.flatMap(({ at, events }) =>
        at === null ? [] : [{ at: iso(at), events: events.map(({ name }) => name) }],
      ),
    },
  }
}

export function presentPrivate(event: CalendarEvent): Static<typeof PrivateEvent> {
  const { name, location, details, startDate, startTime, endDate, endTime, timezone } = event
  return { name, location, details, startDate, startTime, endDate, endTime, timezone }
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at)
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
