import type { OfferedCalendar } from '../../calendars/offer.ts'
import type { AppContext } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { isId } from '../../ids.ts'
import { isUsable } from '../../publishers/api-key.ts'
import { findApiKey } from '../../publishers/api-key-store.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { offers, type Widget } from '../../widgets/widget.ts'
import { findWidget } from '../../widgets/widget-store.ts'
import { OK } from '../api/schemas.ts'
import type { WidgetConfig } from './answers.ts'
import { presentListed, presentPublisher, presentWidget } from './present.ts'

/**
 * What a widget shows and asks for; refuses one that is unknown or switched off. With an API key, as pages that
 * embed a widget give one, it also has to be a good key of the same publisher.
 */
export async function widgetConfig(ctx: AppContext, id: string, apiKey?: string): Promise<WidgetConfig> {
  const { widget, publisher } = await getPublicWidget(ctx, id)
  if (apiKey !== undefined) await requireKeyOf(ctx, publisher, apiKey)
  return configOf(widget, publisher, await offeredCalendars(ctx, widget))
}

/** The same of a widget that was found already. */
export function configOf(widget: Widget, publisher: Publisher, calendars: OfferedCalendar[]): WidgetConfig {
  return {
    ...OK,
    widget: presentWidget(widget),
    publisher: presentPublisher(publisher, widget),
    calendars: calendars.map((calendar) => presentListed(calendar, publisher)),
  }
}

/** A widget that is switched on, and whose it is. */
export async function getPublicWidget(
  ctx: AppContext,
  id: string,
): Promise<{ widget: Widget; publisher: Publisher }> {
  const publisherId = isId(id) ? await ctx.directory.find('widget', id) : undefined
  const widget = publisherId === undefined ? undefined : await findWidget(ctx.db, publisherId, id)
  if (!widget?.active) throw notFound('Widget', id)
  return { widget, publisher: await getPublisher(ctx.db, widget.publisherId) }
}

/** The public calendars among those a widget offers. */
export async function offeredCalendars(ctx: AppContext, widget: Widget): Promise<OfferedCalendar[]> {
  const calendars = await ctx.offer.list(widget.publisherId)
  return widget.settings.calendarIds ? calendars.filter(({ id }) => offers(widget, id)) : calendars
}

/** A key of another publisher is as good as none. */
async function requireKeyOf(ctx: AppContext, publisher: Publisher, key: string): Promise<void> {
  const apiKey = key === '' ? undefined : await findApiKey(ctx.db, publisher.id, key)
  if (!apiKey) throw new AppError('forbidden', 'The API Key does not exist in the system')
  if (!isUsable(apiKey, ctx.now())) throw new AppError('forbidden', 'The API Key is not active')
}
