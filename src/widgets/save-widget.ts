import type { Static } from 'typebox'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { AppError, invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import type { OperationContext } from '../operation.ts'
import { findUnknownCalendars } from '../subscribers/change-subscriptions.ts'
import { readSettings } from './read-settings.ts'
import type { Widget, WidgetSettings, WidgetType } from './widget.ts'
import type { NewWidgetInput, WidgetInput, WidgetSettingsInput } from './widget-schema.ts'
import { getWidget, insertWidget, listWidgets, updateWidget } from './widget-store.ts'

const MOST = 100

/** Creates an active widget. */
export async function createWidget(
  ctx: OperationContext,
  publisherId: number,
  input: Static<typeof NewWidgetInput>,
): Promise<Widget> {
  const now = ctx.now()
  return transact(ctx.db, async (tx) => {
    const settings = await validateSettings(tx, publisherId, input.settings ?? {})
    const { length } = await listWidgets(tx, publisherId)
    if (length >= MOST)
      throw new AppError('conflict', `There can be ${MOST} widgets`, { kind: 'most_reached' })
    const type = input.type as WidgetType
    const widget: Widget = { id: newId(now), publisherId, type, name: input.name, active: true, settings }
    await insertWidget(tx, widget, now)
    return widget
  })
}

/** Changes the given fields of a widget. Settings are replaced as a whole. */
export async function changeWidget(
  ctx: OperationContext,
  publisherId: number,
  id: string,
  input: Static<typeof WidgetInput>,
): Promise<Widget> {
  return transact(ctx.db, async (tx) => {
    const widget = await getWidget(tx, publisherId, id)
    const changed: Widget = {
      ...widget,
      name: input.name ?? widget.name,
      active: input.active ?? widget.active,
      settings: input.settings ? await validateSettings(tx, publisherId, input.settings) : widget.settings,
    }
    await updateWidget(tx, changed)
    return changed
  })
}

/**
 * Throws unless the settings are consistent and all their calendars exist. Drafts are allowed: the widget
 * offers them once they are public.
 */
export async function validateSettings(
  db: Db,
  publisherId: number,
  input: Static<typeof WidgetSettingsInput>,
): Promise<WidgetSettings> {
  const read = readSettings(input)
  if ('errors' in read) throw invalid(read.errors)
  const unknown = await findUnknownCalendars(db, publisherId, read.settings.calendarIds ?? [])
  if (unknown.length === 0) return read.settings
  throw invalid({
    'settings.calendarIds': `Widget settings.calendarIds has no calendar with ID [${unknown.join('], [')}]`,
  })
}
