import type { AlertRuleInput, AlertRuleRecord } from '../../../src/http/admin/alerts-schemas.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

/** The numbers of a rule: the least, the greatest. */
export const RANGES = {
  leastMove: [0, 10_080],
  withinHours: [1, 336],
  grace: [0, 1440],
  dailyCap: [1, 20],
  askAbove: [1, 10_000_000],
} as const
export type NumberName = keyof typeof RANGES

/** A rule as the form has it. A number is a text while it is empty. */
export interface RuleValues extends Record<string, unknown>, Record<NumberName, number | string> {
  calendars: 'all' | 'some'
  calendarIds: string[]
  kinds: string[]
  quiet: boolean
  quietHours: string
  quietTo: string
  channels: string[]
  language: string
  active: boolean
}

const USUAL_QUIET = { from: '22:00', to: '07:00' }

export function inputOf({ id: _id, created: _created, ...input }: AlertRuleRecord): AlertRuleInput {
  return input
}

export function valuesOf(rule: AlertRuleInput): RuleValues {
  const { calendarIds, quietHours, ...others } = rule
  const { from, to } = quietHours ?? USUAL_QUIET
  return {
    ...others,
    ...{ calendars: calendarIds ? 'some' : 'all', calendarIds: calendarIds ?? [] },
    ...{ quiet: quietHours !== null, quietHours: from, quietTo: to },
  }
}

export function ruleOf(values: RuleValues): AlertRuleInput {
  const { calendars, calendarIds, quiet, quietHours, quietTo, ...others } = values
  return {
    ...(others as unknown as AlertRuleInput),
    calendarIds: calendars === 'all' ? null : calendarIds,
    quietHours: quiet ? { from: quietHours, to: quietTo } : null,
  }
}

/** The faults that can be seen before the service is asked. */
export const CHECKS = {
  calendarIds: (ids: string[], { calendars }: RuleValues) =>
    calendars === 'some' && ids.length === 0 ? words.changes.chooseCalendar : null,
  kinds: (kinds: string[]) => (kinds.length === 0 ? words.changes.chooseOne : null),
  channels: (channels: string[]) => (channels.length === 0 ? words.changes.chooseOne : null),
  quietHours: (from: string, { quiet }: RuleValues) =>
    quiet && from === '' ? words.changes.enterTime : null,
  quietTo: (to: string, { quiet }: RuleValues) => (quiet && to === '' ? words.changes.enterTime : null),
  ...(Object.fromEntries(
    Object.entries(RANGES).map(([name, [least, most]]) => [
      name,
      (value: unknown) =>
        typeof value === 'number' && value >= least && value <= most
          ? null
          : say(words.changes.enterNumber, { least, most }),
    ]),
  ) as Record<NumberName, (value: unknown) => string | null>),
}
