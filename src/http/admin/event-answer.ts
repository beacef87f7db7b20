import type { Db } from '../../db/database.ts'
import { readDate } from '../../series/read-date.ts'
import { OK } from '../answer.ts'
import type { Stored } from './event-changes.ts'
import type { EventAnswer } from './events-schemas.ts'
import { presentRecord } from './present-event.ts'

/** The answer with one event and, if it is a date of a series, what that says. */
export async function answerWith(db: Db, { event, change }: Stored): Promise<EventAnswer> {
  const date = await readDate(db, event)
  return { data: presentRecord(event, date), ...(change && { change }), ...OK }
}
