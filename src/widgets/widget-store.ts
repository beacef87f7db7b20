import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { WidgetTable } from '../db/tables/widget.ts'
import { notFound } from '../errors.ts'
import { addToDirectory } from '../publishers/directory.ts'
import type { Widget, WidgetSettings } from './widget.ts'

export async function findWidget(db: Db, publisherId: number, id: string): Promise<Widget | undefined> {
  const row = await db
    .selectFrom('widget')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toWidget(row)
}

export async function getWidget(db: Db, publisherId: number, id: string): Promise<Widget> {
  const widget = await findWidget(db, publisherId, id)
  if (!widget) throw notFound('Widget', id)
  return widget
}

/** Lists the publisher's widgets in order of creation. */
export async function listWidgets(db: Db, publisherId: number): Promise<Widget[]> {
  const rows = await db
    .selectFrom('widget')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .orderBy('id')
    .execute()
  return rows.map(toWidget)
}

export async function insertWidget(tx: Db, widget: Widget, now: number): Promise<void> {
  await addToDirectory(tx, 'widget', widget.id, widget.publisherId)
  await tx
    .insertInto('widget')
    .values({
      publisher_id: widget.publisherId,
      id: widget.id,
      type: widget.type,
      name: widget.name,
      active: widget.active ? 1 : 0,
      settings: JSON.stringify(widget.settings),
      created: now,
    })
    .execute()
}

export async function updateWidget(tx: Db, widget: Widget): Promise<void> {
  await tx
    .updateTable('widget')
    .set({ name: widget.name, active: widget.active ? 1 : 0, settings: JSON.stringify(widget.settings) })
    .where('publisher_id', '=', widget.publisherId)
    .where('id', '=', widget.id)
    .execute()
}

function toWidget(row: Selectable<WidgetTable>): Widget {
  return {
    id: row.id,
    publisherId: row.publisher_id,
    type: row.type,
    name: row.name,
    active: row.active === 1,
    settings: JSON.parse(row.settings) as WidgetSettings,
  }
}
