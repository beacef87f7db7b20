import { type Static, Type } from 'typebox'
import { fileName } from '../../links/calendar-urls.ts'
import type { SubscriberRecord as StoredRecord } from '../../personal-data/subscriber-record.ts'
import { publisherOrgId } from '../../publishers/publisher.ts'
import { namesWith, type NameWith, PROFILE_ROWS } from '../../subscribers/subscriber-fields.ts'
import type { Widget } from '../../widgets/widget.ts'
import { CalendarUrls, STAMPS, texts } from './schemas.ts'

const SubscriberLink = Type.Object({
  number: Type.Integer({ description: 'From 0; never given twice.' }),
  kind: Type.Enum(['feed', 'account']),
  ...texts('name', 'application'),
  created: Type.String(),
  confirmed: Type.String({ description: 'Since when it is the subscriber’s own.' }),
  lastUsed: Type.String({ description: 'Time of the last read, to the hour; empty: none yet.' }),
})

/** A subscriber with all that belongs to it. What is not known has the empty value of its type. */
export const SubscriberRecord = Type.Object({
  id: Type.String({ description: 'The `svc_id`.' }),
  publisherId: Type.Integer(),
  publisherOrgId: Type.Integer(),
  subscriptionWidgetId: Type.String({ description: 'The widget last subscribed through.' }),
  standardWidgetId: Type.String({ description: 'Your first button.' }),
  ...texts('email', 'name', ...namesWith('inRecord')),
  reference: Type.String({ description: 'Your own key of the person.' }),
  applications: Type.Array(Type.Object(texts('name', 'ip', 'fingerprint', 'os', 'device'))),
  data: Type.Object({
    application: Type.String(),
    calIds: Type.Array(Type.String(), { description: 'Calendars followed.' }),
    calNames: Type.Array(Type.String()),
    eventIds: Type.Array(Type.String(), { description: 'The live events in them.' }),
    tags: Type.Array(Type.String()),
    privateCalIds: Type.Array(Type.String(), {
      description: 'The private calendar, once there is something in it.',
    }),
    privateEventIds: Type.Array(Type.String()),
    ...texts('mobileFull', 'ip', 'os', 'device'),
  }),
  location: Type.Object({
    ...texts('city_name', 'country_name', 'country_code', 'state_name', 'state_code', 'timezone', 'zip_code'),
    latitude: Type.Number(),
    longitude: Type.Number(),
  }),
  custom_fields: Type.Array(Type.Object(texts('name', 'value'))),
  ...texts('appName', 'category', 'device', 'fingerprint', 'icsFilename', 'ip', 'os'),
  source: Type.String({ description: '`API`, `Widget` or `Portal`.' }),
  logged: Type.String({ description: 'Time of the last read of the feed; empty: none yet.' }),
  ...STAMPS,
  optin: Type.Boolean(),
  secondary_optin: Type.Boolean(),
  optin3: Type.Boolean(),
  optin4: Type.Boolean(),
  optin_id: Type.Integer(),
  secondary_optin_id: Type.Integer(),
  optin3_id: Type.Integer(),
  optin4_id: Type.Integer(),
  requiredAge: Type.Integer(),
  parentConsentAge: Type.Integer(),
  totalActivity: Type.Integer({ description: 'Reads of the feed.' }),
  lastActive: Type.String(),
  selectedAppcalTypes: Type.Array(Type.String()),
  calendarUrl: CalendarUrls,
  links: Type.Array(SubscriberLink, {
    description: 'The live links, one for each subscribing. `calendarUrl` is the first of kind `feed`.',
  }),
  IsActive: Type.Boolean(),
})

export function presentSubscriber(record: StoredRecord, widgets: Widget[]): Static<typeof SubscriberRecord> {
  const { subscriber, publisher, calendars, eventIds, privateEventIds, readers, links, calendarUrl } = record
  const { id, profile } = subscriber
  const applications = profile.applications ?? []
  const application = applications.at(-1) ?? ''
  const optin = (index: number) => profile.optins?.[index] ?? false
  const told = Object.fromEntries(
    PROFILE_ROWS.filter(([, row]) => row.inRecord).map(([name, { as }]) => [as, profile[name] ?? '']),
  ) as Record<NameWith<'inRecord'>, string>
  const lastRead = readers[0] ? new Date(readers[0].lastReadAt).toISOString() : ''
  return {
    id,
    publisherId: publisher.id,
    publisherOrgId: publisherOrgId(publisher),
    subscriptionWidgetId: subscriber.widgetId,
    standardWidgetId: widgets.find((widget) => widget.type === 'button')?.id ?? '',
    email: subscriber.email,
    ...told,
    name: `${told.first_name} ${told.last_name}`.trim(),
    applications: applications.map((name) => ({ name, ip: '', fingerprint: '', os: '', device: '' })),
    data: {
      application,
      calIds: calendars.map((calendar) => calendar.id),
      calNames: calendars.map((calendar) => calendar.name),
      eventIds,
      tags: [],
      privateCalIds: privateEventIds.length > 0 ? [subscriber.privateCalendarId] : [],
      privateEventIds,
      mobileFull: profile.mobile ?? '',
      ip: '',
      os: '',
      device: '',
    },
    location: {
      city_name: '',
      country_name: '',
      country_code: '',
      state_name: '',
      state_code: '',
      timezone: '',
      zip_code: '',
      latitude: 0,
      longitude: 0,
    },
    custom_fields: profile.customFields ?? [],
    appName: application,
    category: '',
    device: '',
    fingerprint: '',
    icsFilename: `${fileName(publisher.company)}.ics`,
    ip: '',
    os: '',
    source: subscriber.source,
    logged: lastRead,
    created: new Date(subscriber.created).toISOString(),
    modified: new Date(subscriber.modified).toISOString(),
    optin: optin(0),
    secondary_optin: optin(1),
    optin3: optin(2),
    optin4: optin(3),
    optin_id: 0,
    secondary_optin_id: 0,
    optin3_id: 0,
    optin4_id: 0,
    requiredAge: profile.requiredAge ?? 0,
    parentConsentAge: profile.parentConsentAge ?? 0,
    totalActivity: readers.reduce((sum, { reads }) => sum + reads, 0),
    lastActive: lastRead,
    selectedAppcalTypes: applications,
    calendarUrl,
    links: links.map((link) => ({
      ...{ number: link.number, kind: link.kind, name: link.name, application: link.application },
      ...{ created: isoOrEmpty(link.created), confirmed: isoOrEmpty(link.confirmedAt) },
      lastUsed: isoOrEmpty(link.lastUsedAt),
    })),
    IsActive: subscriber.active,
  }
}

function isoOrEmpty(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString()
}
