import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import { validateSettings } from '../../widgets/save-widget.ts'
import type { Widget, WidgetType } from '../../widgets/widget.ts'
import { WidgetPreviewInput } from '../../widgets/widget-schema.ts'
import { OK } from '../answer.ts'
import { contract } from '../contract.ts'
import { monthEvents, monthOf } from '../widget/month.ts'
import { upcomingEvents } from '../widget/upcoming.ts'
import { configOf, offeredCalendars } from '../widget/widget-config.ts'
import { type WidgetPreview, WidgetPreviewAnswer } from './widgets-schemas.ts'

/** Previews a widget's pages with unsaved settings. Stores nothing. */
export function widgetPreviewRoutes(ctx: AppContext) {
  return (app: FastifyInstance) => {
    app.post<{ Body: Static<typeof WidgetPreviewInput> }>(
      '/widgets/preview',
      {
        config: { role: 'viewer', invalid: 'Invalid Widget Data' },
        schema: contract({
          id: 'previewWidget',
          tags: ['Widgets'],
          summary: 'What a widget would show with these settings',
          body: WidgetPreviewInput,
          answers: { 200: WidgetPreviewAnswer },
        }),
      },
      async (req) => {
        const { id } = req.publisher
        const settings = await validateSettings(ctx.db, id, req.body.settings ?? {})
        const type = req.body.type as WidgetType
        const widget: Widget = { id: '', publisherId: id, type, name: '', active: true, settings }
        const offered = await offeredCalendars(ctx, widget)
        const isList = type === 'event'
        const month = monthOf({}, req.publisher, ctx.now())
        const data: WidgetPreview = {
          config: await configOf(ctx, widget, req.publisher, offered),
          upcoming: isList ? await upcomingEvents(ctx, req.publisher, offered, {}) : null,
          month: isList ? await monthEvents(ctx, req.publisher, offered, month) : null,
        }
        return { data, ...OK }
      },
    )
    return Promise.resolve()
  }
}
