import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { isUsable } from '../../publishers/api-key.ts'
import { listApiKeys } from '../../publishers/api-key-store.ts'
import { audit } from '../../users/audit.ts'
import { embedCode } from '../../widgets/embed-code.ts'
import { changeWidget, createWidget } from '../../widgets/save-widget.ts'
import { directLink, type Widget } from '../../widgets/widget.ts'
import { NewWidgetInput, WidgetInput } from '../../widgets/widget-schema.ts'
import { getWidget, listWidgets } from '../../widgets/widget-store.ts'
import { ERRORS, Key, OK } from '../api/schemas.ts'
import { change } from './change.ts'
import { widgetPreviewRoutes } from './widget-preview.ts'
import { WidgetAnswer, type WidgetRecord, WidgetsAnswer } from './widgets-schemas.ts'

const ById = Type.Object({ id: Key })

/** Widgets: list, one, create, change. One that is not wanted any more is switched off. */
export function widgetAdminRoutes(ctx: AppContext) {
  const { publicUrl } = ctx.config.http
  return async (app: FastifyInstance) => {
    const config = { role: 'editor', invalid: 'Invalid Widget Data' } as const
    const looking = { role: 'viewer' } as const
    const tags = ['Widgets']

    app.get(
      '/widgets',
      {
        config: looking,
        schema: { tags, summary: 'List widgets', response: { 200: WidgetsAnswer, ...ERRORS } },
      },
      async (req) => {
        const widgets = await listWidgets(ctx.db, req.publisher.id)
        const apiKey = await keyFor(req)
        return { data: widgets.map((widget) => present(widget, apiKey)), ...OK }
      },
    )

    app.get<{ Params: Static<typeof ById> }>(
      '/widgets/:id',
      {
        config: looking,
        schema: { tags, summary: 'One widget', params: ById, response: { 200: WidgetAnswer, ...ERRORS } },
      },
      async (req) => {
        const widget = await getWidget(ctx.db, req.publisher.id, req.params.id)
        return { data: present(widget, await keyFor(req)), ...OK }
      },
    )

    app.post<{ Body: Static<typeof NewWidgetInput> }>(
      '/widgets',
      {
        config,
        schema: {
          tags,
          summary: 'Create a widget',
          body: NewWidgetInput,
          response: { 200: WidgetAnswer, ...ERRORS },
        },
      },
      async (req) => {
        const widget = await change(ctx, async (within) => {
          const created = await createWidget(within, req.publisher.id, req.body)
          await audit(within.db, req.actor, 'widget.create', subjectOf(created), null, forLog(created))
          return created
        })
        return { data: present(widget, await keyFor(req)), ...OK }
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
          response: { 200: WidgetAnswer, ...ERRORS },
        },
      },
      async (req) => {
        const widget = await change(ctx, async (within) => {
          const before = await getWidget(within.db, req.publisher.id, req.params.id)
          const after = await changeWidget(within, req.publisher.id, req.params.id, req.body)
          await audit(within.db, req.actor, 'widget.change', subjectOf(after), forLog(before), forLog(after))
          return after
        })
        return { data: present(widget, await keyFor(req)), ...OK }
      },
    )
    await app.register(widgetPreviewRoutes(ctx))
  }

  /** The key for the code to embed it: that of the program that asks, for people the oldest that is good. */
  async function keyFor(req: FastifyRequest): Promise<string> {
    if (!req.user) return req.apiKey.key
    const keys = await listApiKeys(ctx.db, req.publisher.id)
    return keys.find((key) => isUsable(key, ctx.now()))?.key ?? ''
  }

  function present(widget: Widget, apiKey: string): WidgetRecord {
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

function subjectOf({ id }: Widget) {
  return { kind: 'widget', id }
}

function forLog({ type, name, active, settings }: Widget) {
  return { type, name, active, settings }
}
