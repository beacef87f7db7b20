import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Language } from '../words/index.ts'
import type { AlertChoice } from './alert.ts'
import { listRules } from './alert-rule-store.ts'
import { wasAlerted } from './person-alerts.ts'

/** After this many refusals one after the other an address gets no more alerts. */
const REFUSALS = 3

/** The columns of a subscriber that concern alerts. */
export interface AlertSettings {
  choice: AlertChoice
  /** Empty: unknown. */
  language: Language | ''
  /** Alerts that the mail server refused one after the other. */
  refusals: number
}

/** Returns what is stored of a subscriber about alerts; undefined if there is no such subscriber. */
export async function findAlertSettings(
  db: Db,
  publisherId: number,
  id: string,
): Promise<AlertSettings | undefined> {
  const row = await db
    .selectFrom('subscriber')
    .select(['alerts', 'language', 'mail_refusals'])
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      choice: row.alerts as AlertChoice,
      language: row.language as Language | '',
      refusals: row.mail_refusals,
    }
  )
}

/** Returns whether a subscriber gets alerts; undefined if there is no such subscriber. */
export async function findAlertChoice(
  db: Db,
  publisherId: number,
  id: string,
): Promise<AlertChoice | undefined> {
  return (await findAlertSettings(db, publisherId, id))?.choice
}

/**
 * Returns whether a subscriber gets alerts, to choose from; undefined if the publisher sends none by mail: then a
 * choice would promise what does not happen.
 */
export async function findOfferedChoice(
  db: Db,
  publisherId: number,
  id: string,
): Promise<AlertChoice | undefined> {
  const rules = await listRules(db, publisherId)
  const mails = rules.some(({ active, channels }) => active && channels.includes('mail'))
  if (!mails && !(await wasAlerted(db, publisherId, id))) return undefined
  return findAlertChoice(db, publisherId, id)
}

/** Switches alerts on or off for a subscriber. On also forgets refusals. */
export async function switchAlerts(
  db: Db,
  publisherId: number,
  id: string,
  choice: 'on' | 'off',
): Promise<void> {
  await db
    .updateTable('subscriber')
    .set({ alerts: choice, mail_refusals: 0 })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

/** Counts a refusal of the address, and stops alerts to it after three. */
export async function noteMailRefused(db: Db, publisherId: number, id: string): Promise<void> {
  await db
    .updateTable('subscriber')
    .set({
      mail_refusals: sql<number>`mail_refusals + 1`,
      alerts: sql<string>`case when mail_refusals + 1 >= ${sql.lit(REFUSALS)} and alerts = 'on'
        then 'refused' else alerts end`,
    })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .execute()
}

/** Forgets refusals: the server took a mail to the address. */
export async function noteMailTaken(db: Db, publisherId: number, id: string): Promise<void> {
  await db
    .updateTable('subscriber')
    .set({ mail_refusals: 0 })
    .where('publisher_id', '=', publisherId)
    .where('id', '=', id)
    .where('mail_refusals', '>', 0)
    .execute()
}
