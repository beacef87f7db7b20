import type { PersonAlert } from '../../alerts/person-alerts.ts'
import type { AlertSettings } from '../../alerts/switch-alerts.ts'
import type { Counted } from '../../db/count-up-to.ts'
import { kindOf } from '../../feeds/applications.ts'
import type { FeedReader } from '../../feeds/feed-read-store.ts'
import type { Reads } from '../../subscribers/activity-store.ts'
import type { FeedLink } from '../../subscribers/feed-link.ts'
import type { Profile, Subscriber } from '../../subscribers/subscriber.ts'
import type { Subscription } from '../../subscribers/subscription-store.ts'
import type { AuditEntry } from '../../users/audit.ts'
import type { TrackedNotification } from '../../webhooks/subscriber-notifications.ts'
import { CONSENT_FIELDS, type Widget } from '../../widgets/widget.ts'
import type { ListedSubscriber, SubscriberRecord } from './subscribers-schemas.ts'

/** Events of an alert that are named. */
const NAMED = 20

/** A subscriber with everything that its page in the admin portal shows, as it was read. */
export interface SubscriberDetails {
  subscriber: Subscriber
  /** The widget it last subscribed through. */
  widget: Widget | undefined
  subscriptions: Subscription[]
  readers: FeedReader[]
  /** The ETag of its feed as it is now. */
  feedEtag: string | undefined
  privateEvents: Counted
  links: SubscriberRecord['links']
  feedLinks: FeedLink[]
  /** Undefined if the subscriber was just erased. */
  alertSettings: AlertSettings | undefined
  alerts: PersonAlert[]
  notifications: TrackedNotification[]
  history: AuditEntry[] | null
}

/** `read` is undefined if the feed was never read. `revision`: that of the last change in the feed. */
export function presentListed(
  subscriber: Subscriber,
  calendars: number,
  read: Reads | undefined,
  revision: number,
): ListedSubscriber {
  return {
    ...presentBasics(subscriber),
    calendars,
    lastRead: isoOrNull(read?.last ?? null),
    application: read?.application ?? '',
    latest: read ? read.revision >= revision : null,
  }
}

export function presentDetails(details: SubscriberDetails): SubscriberRecord {
  const { subscriber, widget, subscriptions, readers, feedEtag, history } = details
  const { profile } = subscriber
  return {
    ...presentBasics(subscriber),
    modified: iso(subscriber.modified),
    widgetId: subscriber.widgetId,
    widget: widget?.name ?? '',
    campaign: profile.joinedBy?.campaign ?? '',
    answers: answersOf(profile),
    customFields: profile.customFields ?? [],
    consents: consentsOf(profile, widget),
    consentLanguage: profile.consentLanguage ?? '',
    reminders: subscriber.reminders,
    calendars: subscriptions.map(({ calendarId, name, draft, since }) => ({
      id: calendarId,
      name,
      draft,
      since: iso(since),
    })),
    applicationsChosen: profile.applications ?? [],
    reads: readers.map(({ application, reads, lastReadAt, etag }) => ({
      application,
      aggregator: kindOf(application) === 'aggregator',
      reads,
      last: iso(lastReadAt),
      current: etag === feedEtag,
    })),
    privateEvents: details.privateEvents,
    confirmed: isoOrNull(subscriber.confirmedAt),
    links: details.links,
    feedLinks: details.feedLinks.map((link) => ({
      ...{ number: link.number, kind: link.kind, name: link.name, application: link.application },
      ...{ created: iso(link.created), confirmed: isoOrNull(link.confirmedAt) },
      ...{ lastUsed: isoOrNull(link.lastUsedAt), ended: isoOrNull(link.endedAt) },
    })),
    alerts: {
      choice: details.alertSettings?.choice ?? 'off',
      told: details.alerts.map(({ alertId, created, state, at, events }) => ({
        ...{ alertId, created: iso(created), state, at: isoOrNull(at), eventCount: events.length },
        events: events.slice(0, NAMED).map(({ eventId, name, gone }) => ({ eventId, name, gone })),
      })),
    },
    notifications: details.notifications.map(({ created, ...rest }) => ({ ...rest, created: iso(created) })),
    history: history && history.map(presentEntry),
  }
}

function presentBasics(subscriber: Subscriber) {
  const { id, email, active, created, endedAt, source, profile } = subscriber
  return {
    id,
    email,
    name: [profile.firstName, profile.lastName].filter(Boolean).join(' '),
    state: active ? ('active' as const) : ('left' as const),
    created: iso(created),
    left: active ? null : isoOrNull(endedAt),
    source,
  }
}

function answersOf(profile: Profile): Record<string, string> {
  const {
    optins: _,
    consentLanguage: _n,
    applications: _a,
    customFields: _c,
    lastRequest: _l,
    joinedBy: _j,
    ...told
  } = profile
  return Object.fromEntries(Object.entries(told).map(([name, value]) => [name, String(value)]))
}

function consentsOf({ optins = [] }: Profile, widget: Widget | undefined) {
  const consents = optins.map((given, index) => ({
    field: CONSENT_FIELDS[index]!,
    text: widget?.settings.consents?.[index]?.text ?? '',
    given,
  }))
  // A consent without a text that was not given was probably never asked for.
  return consents.filter(({ text, given }) => text !== '' || given)
}

function presentEntry({ id, at, actor, action, before, after }: AuditEntry) {
  return { id, at: iso(at), actor: actor.name, action, before, after }
}

export function iso(at: number): string {
  return new Date(at).toISOString()
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at)
}
