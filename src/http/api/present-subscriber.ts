import { listCalendarsById } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { listEventIds } from '../../events/walk-calendars.ts'
import { calendarUrls, fileName } from '../../feeds/calendar-urls.ts'
import { listFeedReads } from '../../feeds/feed-reads.ts'
import { type Publisher, publisherOrgId } from '../../publishers/publisher.ts'
import { linkGeneration, type Subscriber } from '../../subscribers/subscriber.ts'
import { listSubscribedCalendarIds } from '../../subscribers/subscription-store.ts'
import { listWidgets } from '../../widgets/widget-store.ts'

/** A subscriber's record with all that belongs to it. What is not known has the empty value of its type. */
export async function presentSubscriber(ctx: AppContext, subscriber: Subscriber, publisher: Publisher) {
  await ctx.feedReads.flush()
  const { db } = ctx
  const { id, profile } = subscriber
  const calendars = await listCalendarsById(
    db,
    publisher.id,
    await listSubscribedCalendarIds(db, publisher.id, id),
  )
  const calIds = calendars.map((calendar) => calendar.id)
  const privateEventIds = await listEventIds(db, publisher.id, [subscriber.privateCalendarId])
  const reads = await listFeedReads(db, publisher.id, id)
  const widgets = await listWidgets(db, publisher.id)
  const applications = profile.applications ?? []
  const application = applications.at(-1) ?? ''
  const optin = (index: number) => profile.optins?.[index] ?? false
  const firstName = profile.firstName ?? ''
  const lastName = profile.lastName ?? ''
  return {
    id,
    publisherId: publisher.id,
    publisherOrgId: publisherOrgId(publisher),
    subscriptionWidgetId: subscriber.widgetId,
    standardWidgetId: widgets.find((widget) => widget.type === 'button')?.id ?? '',
    email: subscriber.email,
    first_name: firstName,
    last_name: lastName,
    name: `${firstName} ${lastName}`.trim(),
    age_group: profile.ageGroup ?? '',
    applications: applications.map((name) => ({ name, ip: '', fingerprint: '', os: '', device: '' })),
    data: {
      application,
      calIds,
      calNames: calendars.map((calendar) => calendar.name),
      eventIds: await listEventIds(db, publisher.id, calIds),
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
    country: profile.country ?? '',
    device: '',
    fingerprint: '',
    gender: profile.gender ?? '',
    icsFilename: `${fileName(publisher.company)}.ics`,
    ip: '',
    mobile: profile.mobile ?? '',
    os: '',
    source: subscriber.source,
    zip: profile.zip ?? '',
    logged: reads[0] ? new Date(reads[0].last_read_at).toISOString() : '',
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
    totalActivity: reads.reduce((sum, read) => sum + read.reads, 0),
    dob: profile.dob ?? '',
    parentConsentOn: profile.parentConsentOn ?? '',
    parentEmail: profile.parentEmail ?? '',
    reference: profile.reference ?? '',
    lastActive: reads[0] ? new Date(reads[0].last_read_at).toISOString() : '',
    selectedAppcalTypes: applications,
    calendarUrl: subscriberUrls(ctx, subscriber, publisher),
    IsActive: subscriber.active,
  }
}

/** The addresses of a subscriber's feed as they are now. */
export function subscriberUrls(ctx: AppContext, subscriber: Subscriber, publisher: Publisher) {
  const target = { publisherId: publisher.id, id: subscriber.id, number: linkGeneration(subscriber) }
  return calendarUrls(ctx.config.http.publicUrl, ctx.links.token('feed', target), publisher.company)
}
