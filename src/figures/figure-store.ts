import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type Figure, figureDay, type FigureName } from './figure.ts'

/**
 * Counts somebody who has become a subscriber, or one again. To be called in the transaction of it, which holds
 * the publisher's revision, so that the sum of these is exact.
 */
export async function countJoined(tx: Db, publisherId: number, at: number): Promise<void> {
  await addToFigures(tx, publisherId, [{ name: 'joined', day: figureDay(at), value: 1 }])
}

/**
 * Counts active subscribers who have left: unsubscribed, or erased. To be called in the transaction of it, which
 * holds the publisher's revision. Who had left before is not counted again.
 */
export async function countLeft(tx: Db, publisherId: number, at: number, people = 1): Promise<void> {
  await addToFigures(tx, publisherId, [{ name: 'left', day: figureDay(at), value: people }])
}

/** Adds to what was counted. */
export async function addToFigures(tx: Db, publisherId: number, figures: Figure[]): Promise<void> {
  // In one order, so that two processes don't wait for each other.
  for (const { name, day, value } of figures.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))) {
    await tx
      .insertInto('daily_figure')
      .values({ publisher_id: publisherId, name, day, value })
      .onConflict((conflict) =>
        conflict
          .columns(['publisher_id', 'name', 'day'])
          .doUpdateSet({ value: sql`daily_figure.value + excluded.value` }),
      )
      .execute()
  }
}

/** What was counted from a day on. */
export async function listFigures(db: Db, publisherId: number, from: string): Promise<Figure[]> {
  const rows = await db
    .selectFrom('daily_figure')
    .select(['name', 'day', 'value'])
    .where('publisher_id', '=', publisherId)
    .where('day', '>=', from)
    .execute()
  return rows.map((row) => ({ ...row, name: row.name as FigureName }))
}

/** How many were subscribed when a day began. */
export async function subscribersBefore(db: Db, publisherId: number, day: string): Promise<number> {
  const { people } = await db
    .selectFrom('daily_figure')
    .select(
      sql<number | string | null>`sum(case when name = 'joined' then value else -value end)`.as('people'),
    )
    .where('publisher_id', '=', publisherId)
    .where('name', 'in', ['joined', 'left'])
    .where('day', '<', day)
    .executeTakeFirstOrThrow()
  return Number(people)
}

function placeOf({ name, day }: Figure): string {
  return `${name} ${day}`
}
