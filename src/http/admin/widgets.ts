import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { embedCode } from '../../widgets/embed-code.ts'
import { changeWidget, createWidget } from '../../widgets/save-widget.ts'
import { directLink, type Widget } from '../../widgets/widget.ts'
import { NewWidgetInput, WidgetInput } from '../../widgets/widget-schema.ts'
import { getWidget, listWidgets } from '../../widgets/widget-store.ts'
import { ERRORS, Key, Many, OK, One } from '../api/schemas.ts'

const ById = Type.Object({ id: Key })

/** Widgets: list, one, create, change. One that is not wanted any more is switched off. */
export function widgetAdminRoutes(ctx: AppContext) {
  const { publicUrl } = ctx.config.http
  return (app: FastifyInstance) => {
    const config = { invalid: 'Invalid Widget Data' }
    const tags = ['Widgets']

    app.get(
      '/widgets',
      { config, schema: { tags, summary: 'List widgets', response: { 200: Many, ...ERRORS } } },
      async (req) => {
        const widgets = await listWidgets(ctx.db, req.publisher.id)
        const apiKey = req.apiKey.key
        return { data: widgets.map((widget) => present(widget, apiKey)), ...OK }
      },
    )

    app.get<{ Params: Static<typeof ById> }>(
      '/widgets/:id',
      { config, schema: { tags, summary: 'One widget', params: ById, response: { 200: One, ...ERRORS } } },
      async (req) => {
        const widget = await getWidget(ctx.db, req.publisher.id, req.params.id)
        return { data: present(widget, req.apiKey.key), ...OK }
      },
    )

    app.post<{ Body: Static<typeof NewWidgetInput> }>(
      '/widgets',
      {
        config,
        schema: { tags, summary: 'Create a widget', body: NewWidgetInput, response: { 200: One, ...ERRORS } },
      },
      async (req) => {
        const widget = await createWidget(ctx, req.publisher.id, req.body)
        return { data: present(widget, req.apiKey.key), ...OK }
      },
    )

    app.put<{ Params: Static<typeof ById>; Body: Static<typeof WidgetInput> }>(
      '/widgets/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Change a widget',
          params: ById,
          body: WidgetInput,
          response: { 200: One, ...ERRORS },
        },
      },
      async (req) => {
        const widget = await changeWidget(ctx, req.publisher.id, req.params.id, req.body)
        return { data: present(widget, req.apiKey.key), ...OK }
      },
    )
    return Promise.resolve()
  }

  function present(widget: Widget, apiKey: string) {
    const { id, type, name, active, settings } = widget
    return {
      id,
      type,
      name,
      active,
      settings,
      directLink: directLink(publicUrl, widget),
      embedCode: embedCode(publicUrl, widget, apiKey),
    }
  }
}
