import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { type FieldErrors, invalid } from '../../errors.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { findUnknownCalendars, noSuchCalendars } from '../../subscribers/change-subscriptions.ts'
import { subscribe } from '../../subscribers/subscribe.ts'
import { dayAt } from '../../time/day.ts'
import { readRegistration, type Registration } from '../../widgets/read-registration.ts'
import { RegistrationInput } from '../../widgets/registration-schema.ts'
import { offers, type Widget } from '../../widgets/widget.ts'
import { ERRORS, readBy } from '../api/schemas.ts'
import { parseBody, requireFormRate } from './forms.ts'
import { subscriberLinks } from './portal-data.ts'
import { getPublicWidget } from './widget-config.ts'

const ById = Type.Object({ id: Type.String() })

/** Subscribing through a widget. */
export function subscribeRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.post<{ Params: Static<typeof ById> }>(
      '/w/:id/subscribe',
      {
        config: { invalid: 'Invalid Subscriber Data' },
        preValidation: parseBody,
        schema: {
          tags: ['Widget'],
          summary: 'Subscribe through a widget',
          params: ById,
          body: readBy('readRegistration', RegistrationInput),
          response: ERRORS,
        },
      },
      async (req, reply) => {
        const { widget, publisher } = await getPublicWidget(ctx, req.params.id)
        const registration = await readFor(widget, publisher, req.body)
        await requireFormRate(ctx, req, reply, publisher.id)
        const subscriber = await subscribe(ctx, publisher.id, { widgetId: widget.id, ...registration })
        return subscriberLinks(ctx, subscriber, publisher)
      },
    )
    return Promise.resolve()
  }

  /** What was filled in, if it is all this widget asks for; else all faults at once. */
  async function readFor(widget: Widget, publisher: Publisher, input: unknown): Promise<Registration> {
    const read = readRegistration(input, widget.settings, dayAt(publisher.timezone, ctx.now()))
    const sound = 'registration' in read
    const { calendarIds } = sound ? read.registration : read
    // Of a sound one, subscribing finds the others itself.
    const unknown = sound ? [] : await findUnknownCalendars(ctx.db, publisher.id, calendarIds, false)
    const refused = calendarIds.filter((id) => !offers(widget, id) || unknown.includes(id))
    if (sound && refused.length === 0) return read.registration
    const errors: FieldErrors = sound ? {} : read.errors
    if (refused.length > 0) errors.calendarIds ??= noSuchCalendars(refused)
    throw invalid(errors)
  }
}
