import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { isUsable } from '../../publishers/api-key.ts'
import { listApiKeys } from '../../publishers/api-key-store.ts'
import { audited } from '../../users/audit.ts'
import { embedCode } from '../../widgets/embed-code.ts'
import { changeWidget, createWidget } from '../../widgets/save-widget.ts'
import { directLink, type Widget } from '../../widgets/widget.ts'
import { NewWidgetInput, WidgetInput } from '../../widgets/widget-schema.ts'
import { getWidget, listWidgets } from '../../widgets/widget-store.ts'
import { OK } from '../answer.ts'
import { Key } from '../api/schemas.ts'
import { contract } from '../contract.ts'
import { widgetPreviewRoutes } from './widget-preview.ts'
import { WidgetAnswer, type WidgetRecord, WidgetsAnswer } from './widgets-schemas.ts'

const ById = Type.Object({ id: Key })

/** Widgets. They can't be deleted, only deactivated. */
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
        schema: contract({
          id: 'listWidgets',
          tags,
          summary: 'List widgets',
          answers: { 200: WidgetsAnswer },
        }),
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
        schema: contract({
          id: 'getWidget',
          tags,
          summary: 'One widget',
          params: ById,
          answers: { 200: WidgetAnswer },
        }),
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
        schema: contract({
          id: 'createWidget',
          tags,
          summary: 'Create a widget',
          body: NewWidgetInput,
          answers: { 200: WidgetAnswer },
        }),
      },
      async (req) => {
        const widget = await audited(ctx, req.actor, 'widget.create', async (within) => {
          const created = await createWidget(within, req.publisher.id, req.body)
          return { result: created, subject: subjectOf(created), after: forLog(created) }
        })
        return { data: present(widget, await keyFor(req)), ...OK }
      },
    )

    app.put<{ Params: Static<typeof ById>; Body: Static<typeof WidgetInput> }>(
      '/widgets/:id',
      {
        config,
        schema: contract({
          id: 'changeWidget',
          tags,
          summary: 'Change a widget',
          params: ById,
          body: WidgetInput,
          answers: { 200: WidgetAnswer },
        }),
      },
      async (req) => {
        const widget = await audited(ctx, req.actor, 'widget.change', async (within) => {
          const before = await getWidget(within.db, req.publisher.id, req.params.id)
          const after = await changeWidget(within, req.publisher.id, req.params.id, req.body)
          return { result: after, subject: subjectOf(after), before: forLog(before), after: forLog(after) }
        })
        return { data: present(widget, await keyFor(req)), ...OK }
      },
    )
    await app.register(widgetPreviewRoutes(ctx))
  }

  /**
   * Returns the API key for the embed code: the key of the calling program; for users, the oldest usable
   * one.
   */
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
