import { type Alert, countWaiting, topicKey } from '../../alerts/alert.ts'
import { type AlertRule, SUGGESTED_RULE } from '../../alerts/alert-rule.ts'
import { calendarNames, readHistories } from '../../alerts/history.ts'
import type { AppContext } from '../../context.ts'
import type { AlertRecord, AlertRuleInput, AlertRuleRecord } from './alerts-schemas.ts'

/** Events of an alert that are named. */
const NAMED = 20

export function presentRule({ created, ...rule }: AlertRule): AlertRuleRecord {
  return { ...rule, created: new Date(created).toISOString() }
}

export function suggestedRule(): AlertRuleInput {
  return { ...SUGGESTED_RULE, active: true }
}

/** Presents alerts with the names of their events. */
export async function presentAlerts(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  publisherId: number,
  alerts: Alert[],
): Promise<AlertRecord[]> {
  const topics = alerts.flatMap((alert) => alert.topics.slice(0, NAMED))
  const histories = await readHistories(db, publisherId, topics, now())
  const names = await calendarNames(db, publisherId, topics)
  return alerts.map((alert) => ({
    ...{ id: alert.id, created: new Date(alert.created).toISOString(), askedBy: alert.askedBy },
    ...{ state: alert.state, people: alert.people, eventCount: alert.topics.length },
    counts: { waiting: countWaiting(alert), ...alert.counts },
    events: alert.topics.slice(0, NAMED).map((topic) => {
      const { current, changes } = histories.get(topicKey(topic))!
      const name = (current?.picture ?? changes.at(-1)?.before)?.name ?? ''
      return { ...topic, name, calendar: names.get(topic.calendarId) ?? '' }
    }),
  }))
}
