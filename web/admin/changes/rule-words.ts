import type { AlertRuleInput } from '../../../src/http/admin/alerts-schemas.ts'
import { count, counted, lengthOfTime } from '../kit/format.ts'
import { LANGUAGES } from '../kit/languages.ts'

type Kind = AlertRuleInput['kinds'][number]

/** The kinds of changes that can be told, for a checkbox and within a sentence about an event. */
export const KINDS: Record<Exclude<Kind, 'text'>, [label: string, verb: string]> = {
  moved: ['It is moved to another time', 'moves'],
  place: ['It gets another place', 'gets another place'],
  calledOff: ['It is cancelled', 'is cancelled'],
  onAgain: ['It takes place after all', 'takes place after all'],
  removed: ['It is removed', 'is removed'],
  title: ['It gets another title', 'gets another title'],
}

export const CHANNELS: Record<AlertRuleInput['channels'][number], string> = {
  mail: 'E-mail',
  push: 'Notification in the browser',
}

const or = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const and = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** `When an event moves by 15 minutes or more, or is cancelled, tell those whose calendar does not show it yet.` */
export function ruleText({ kinds, leastMove }: AlertRuleInput): string {
  const verbs = Object.entries(KINDS)
    .filter(([kind]) => kinds.includes(kind as Kind))
    .map(([kind, [, verb]]) => (kind === 'moved' && leastMove > 0 ? `${verb} by ${least(leastMove)}` : verb))
  return `When an event ${or.format(verbs)}, tell those whose calendar does not show it yet.`
}

function least(minutes: number): string {
  return minutes === 1 ? 'a minute or more' : `${counted(minutes, 'minute', 'minutes')} or more`
}

/** The rest of a rule, as names and values. `zone`: of the publisher. */
export function ruleFacts(
  { calendarIds, withinHours, grace, quietHours, dailyCap, askAbove, channels, language }: AlertRuleInput,
  nameOf: (id: string) => string,
  zone: string,
): [string, string][] {
  return [
    ['Calendars', calendarIds ? calendarsText(calendarIds, nameOf) : 'All'],
    ['Earliest', `${hoursText(withinHours)} before the start`],
    ['After a change', grace > 0 ? `${lengthOfTime(grace)}, in which calendars may fetch it` : 'At once'],
    [
      'Quiet hours',
      quietHours ? `${quietHours.from} to ${quietHours.to} (${zone.replaceAll('_', ' ')})` : 'None',
    ],
    ['At most', `${counted(dailyCap, 'mail', 'mails')} a day to one person`],
    ['Asks you', `Before it tells more than ${counted(askAbove, 'person', 'people')}`],
    ['By', sentence(and.format(channels.map((channel) => CHANNELS[channel])))],
    ['Language', `Each person’s own, ${languageName(language)} if unknown`],
  ]
}

/** From here on whole days are named as such. */
const IN_DAYS = 72

function hoursText(hours: number): string {
  const days = hours / 24
  return hours >= IN_DAYS && Number.isInteger(days) ? `${days} days` : counted(hours, 'hour', 'hours')
}

const NAMED = 4

function calendarsText(ids: string[], nameOf: (id: string) => string): string {
  const names = ids.slice(0, NAMED).map((id) => `\u2068${nameOf(id)}\u2069`)
  const others = ids.length - names.length
  return and.format(others > 0 ? [...names, `${count(others)} more`] : names)
}

/** `E-mail and notification in the browser` */
function sentence(text: string): string {
  return text.charAt(0) + text.slice(1).replace('Notification', 'notification')
}

function languageName(language: string): string {
  return LANGUAGES.find(({ value }) => value === language)?.label ?? language
}
