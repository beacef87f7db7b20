import type { PublicCalendar } from '../../catalog/public-calendars.ts'
import type { AppContext } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { isId } from '../../ids.ts'
import { isUsable } from '../../publishers/api-key.ts'
import { findApiKey } from '../../publishers/api-key-store.ts'
import type { Publisher } from '../../publishers/publisher.ts'
import { getPublisher } from '../../publishers/publisher-store.ts'
import { mirrorAddresses } from '../../push-targets/mirror-addresses.ts'
import { namesOf } from '../../push-targets/providers.ts'
import { offers, standardList, type Widget } from '../../widgets/widget.ts'
import { findWidget, listWidgets } from '../../widgets/widget-store.ts'
import { OK } from '../answer.ts'
import type { WidgetConfig } from './answers.ts'
import { presentListed, presentPublisher, presentWidget } from './present.ts'

/**
 * Returns the configuration of a widget. Throws if it is unknown or inactive. Embedding pages send an API
 * key, which then must be an active key of the same publisher.
 */
export async function widgetConfig(ctx: AppContext, id: string, apiKey?: string): Promise<WidgetConfig> {
  const { widget, publisher } = await getPublicWidget(ctx, id)
  if (apiKey !== undefined) await requireKeyOf(ctx, publisher, apiKey)
  return configOf(ctx, widget, publisher, await offeredCalendars(ctx, widget))
}

/** Like `widgetConfig`, for a widget that is already loaded. */
export async function configOf(
  ctx: Pick<AppContext, 'db' | 'providers'>,
  widget: Widget,
  publisher: Publisher,
  calendars: PublicCalendar[],
): Promise<WidgetConfig> {
  const providers = await ctx.providers.of(publisher.id)
  const mirrors = await mirrorAddresses(ctx.db, providers, publisher.id)
  return {
    ...OK,
    widget: presentWidget(widget),
    publisher: presentPublisher(publisher, widget),
    calendars: calendars.map((calendar) => presentListed(calendar, publisher, mirrors)),
    providers: namesOf(providers),
  }
}

/** Finds an active widget and its publisher. Throws `not_found`. */
export async function getPublicWidget(
  ctx: AppContext,
  id: string,
): Promise<{ widget: Widget; publisher: Publisher }> {
  const publisherId = isId(id) ? await ctx.directory.find('widget', id) : undefined
  const widget = publisherId === undefined ? undefined : await findWidget(ctx.db, publisherId, id)
  if (!widget?.active) throw notFound('Widget', id)
  return { widget, publisher: await getPublisher(ctx.db, widget.publisherId) }
}

/** Lists the public calendars that a widget offers. */
export async function offeredCalendars(ctx: AppContext, widget: Widget): Promise<PublicCalendar[]> {
  const calendars = await ctx.publicCalendars.list(widget.publisherId)
  return widget.settings.calendarIds ? calendars.filter(({ id }) => offers(widget, id)) : calendars
}

/** Returns the widget whose calendars a publisher shows to people who come without one, and these calendars. */
export async function standardOffer(
  ctx: AppContext,
  publisherId: number,
): Promise<{ widget: Widget | undefined; calendars: PublicCalendar[] }> {
  const widget = standardList(await listWidgets(ctx.db, publisherId))
  return { widget, calendars: widget ? await offeredCalendars(ctx, widget) : [] }
}

/** Throws unless it is an active key of this publisher. */
async function requireKeyOf(ctx: AppContext, publisher: Publisher, key: string): Promise<void> {
  const apiKey = key === '' ? undefined : await findApiKey(ctx.db, publisher.id, key)
  if (!apiKey) throw new AppError('forbidden', 'The API Key does not exist in the system')
  if (!isUsable(apiKey, ctx.now())) throw new AppError('forbidden', 'The API Key is not active')
}
