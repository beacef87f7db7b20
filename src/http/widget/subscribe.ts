import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { listCalendars } from '../../calendars/calendar-store.ts'
import type { AppContext } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { manageUrl } from '../../feeds/render-event.ts'
import { isId } from '../../ids.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { Email, Text } from '../../schemas.ts'
import { subscribe } from '../../subscribers/subscribe.ts'
import { linkGeneration, type Profile } from '../../subscribers/subscriber.ts'
import type { Widget } from '../../widgets/widget.ts'
import { findWidget } from '../../widgets/widget-store.ts'
import { subscriberUrls } from '../api/present-subscriber.ts'
import { ERRORS, OK } from '../api/schemas.ts'
import { parseBody, requireFormRate } from './forms.ts'

const Answer = Type.Optional(Text(0, 255))
const Subscribe = Type.Object(
  {
    email: Email,
    calendarIds: Type.Optional(
      Type.Array(Type.String(), { maxItems: 1000, accepts: 'a list of at most 1000 calendar ids' }),
    ),
    skip_schedule_selection: Type.Optional(Type.Boolean({ accepts: 'true or false' })),
    application: Type.Optional(Text(0, 60)),
    first_name: Answer,
    last_name: Answer,
    mobile: Answer,
    country: Answer,
    zip: Answer,
    gender: Answer,
    age_group: Answer,
    dob: Answer,
    secondary_email: Type.Optional(Email),
    subscriber_reference: Answer,
    optin: Type.Optional(Type.Boolean({ accepts: 'true or false' })),
    secondary_optin: Type.Optional(Type.Boolean({ accepts: 'true or false' })),
    optin3: Type.Optional(Type.Boolean({ accepts: 'true or false' })),
    optin4: Type.Optional(Type.Boolean({ accepts: 'true or false' })),
    custom_fields: Type.Optional(
      Type.Array(Type.Object({ name: Text(1, 100), value: Text(0, 1000) }), {
        maxItems: 50,
        accepts: 'a list of at most 50 names with values',
      }),
    ),
    state: Type.Optional(Type.Object({}, { accepts: 'an object' })),
  },
  { label: 'Subscriber' },
)

/** The widget's own settings, and subscribing through it. */
export function subscribeRoutes(ctx: AppContext) {
  const { publicUrl } = ctx.config.http
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Subscriber Data' }
    const tags = ['Widget']

    app.get<{ Params: { id: string } }>(
      '/w/:id/config',
      { config, schema: { tags, summary: 'What a widget shows', response: ERRORS } },
      async (req) => {
        const { widget, publisher } = await getWidget(req.params.id)
        const calendars = await offeredCalendars(widget)
        return {
          ...OK,
          widget: { id: widget.id, type: widget.type, name: widget.name },
          publisher: { name: publisher.company, timezone: publisher.timezone },
          calendars: calendars.map(({ id, name, reference, logo, categories }) => ({
            id,
            name,
            reference,
            logo: logo || false,
            categories: categories.map((category) => category.path),
          })),
        }
      },
    )

    app.post<{ Params: { id: string }; Body: Static<typeof Subscribe> }>(
      '/w/:id/subscribe',
      {
        config,
        preValidation: parseBody,
        schema: { tags, summary: 'Subscribe through a widget', body: Subscribe, response: ERRORS },
      },
      async (req, reply) => {
        const { widget, publisher } = await getWidget(req.params.id)
        await requireFormRate(ctx, req, reply, publisher.id)
        const { email, calendarIds = [], application = '', state } = req.body
        if (calendarIds.length === 0 && !req.body.skip_schedule_selection) {
          throw invalid({ calendarIds: 'Subscriber calendarIds is required' })
        }
        const request = {
          widgetId: widget.id,
          email,
          calendarIds,
          application,
          profile: readProfile(req.body),
          ...(state && { state }),
        }
        const subscriber = await subscribe(ctx, publisher.id, request)
        const target = { publisherId: publisher.id, id: subscriber.id, number: linkGeneration(subscriber) }
        return {
          ...OK,
          calendarUrl: subscriberUrls(ctx, subscriber, publisher),
          manageUrl: manageUrl(publicUrl, ctx.links.token('manage', target)),
        }
      },
    )
    return Promise.resolve()
  }

  /** A widget that is switched on, and whose it is. */
  async function getWidget(id: string): Promise<{ widget: Widget; publisher: Publisher }> {
    const publisherId = isId(id) ? await ctx.directory.find('widget', id) : undefined
    const widget = publisherId === undefined ? undefined : await findWidget(ctx.db, publisherId, id)
    if (!widget?.active) throw new AppError('not_found', `Widget with ID [${id}] Not Found`)
    return { widget, publisher: await getPublisher(ctx.db, widget.publisherId) }
  }

  async function offeredCalendars(widget: Widget) {
    const { calendarIds } = widget.settings
    const calendars = await listCalendars(ctx.db, widget.publisherId, false)
    return calendarIds ? calendars.filter((calendar) => calendarIds.includes(calendar.id)) : calendars
  }
}

function readProfile(body: Static<typeof Subscribe>): Profile {
  const consents = [body.optin, body.secondary_optin, body.optin3, body.optin4]
  const profile: { [K in keyof Profile]: Profile[K] | undefined } = {
    secondaryEmail: body.secondary_email,
    firstName: body.first_name,
    lastName: body.last_name,
    mobile: body.mobile,
    country: body.country,
    zip: body.zip,
    gender: body.gender,
    ageGroup: body.age_group,
    dob: body.dob,
    reference: body.subscriber_reference,
    customFields: body.custom_fields?.map(({ name, value }) => ({ name, value })),
    optins: consents.some((consent) => consent !== undefined)
      ? consents.map((consent) => consent ?? false)
      : undefined,
  }
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined))
}
