import type { AlertRuleInput } from '../../../src/http/admin/alerts-schemas.ts'
import { lengthOfTime, list, locale } from '../kit/format.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'

type Kind = AlertRuleInput['kinds'][number]

/** The kinds of changes that can be told, for a checkbox and within a sentence about an event. */
export const KINDS: Record<Exclude<Kind, 'text'>, [label: string, verb: string]> = {
  moved: [words.changes.kindMoved, words.changes.moves],
  place: [words.changes.kindPlace, words.changes.getsPlace],
  calledOff: [words.changes.kindCalledOff, words.changes.isCancelled],
  onAgain: [words.changes.kindOnAgain, words.changes.takesPlace],
  removed: [words.changes.kindRemoved, words.changes.isRemoved],
  title: [words.changes.kindTitle, words.changes.getsTitle],
}

export const CHANNELS: Record<AlertRuleInput['channels'][number], string> = {
  mail: words.changes.mail,
  push: words.changes.push,
}

const or = new Intl.ListFormat(locale, { type: 'disjunction' })

/** `When an event moves by 15 minutes or more, or is cancelled, tell those whose calendar does not show it yet.` */
export function ruleText({ kinds, leastMove }: AlertRuleInput): string {
  const verbs = Object.entries(KINDS)
    .filter(([kind]) => kinds.includes(kind as Kind))
    .map(([kind, [, verb]]) =>
      kind === 'moved' && leastMove > 0 ? sayCount(words.changes.movesBy, leastMove) : verb,
    )
  return say(words.changes.when, { changes: or.format(verbs) })
}

/** The rest of a rule, as names and values. `zone`: of the publisher. */
export function ruleFacts(
  { calendarIds, withinHours, grace, quietHours, dailyCap, askAbove, channels, language }: AlertRuleInput,
  nameOf: (id: string) => string,
  zone: string,
): [string, string][] {
  const { changes, kit } = words
  return [
    [changes.calendars, calendarIds ? calendarsText(calendarIds, nameOf) : kit.all],
    [changes.earliest, aheadText(withinHours)],
    [changes.afterChange, grace > 0 ? say(changes.graceOf, { time: lengthOfTime(grace) }) : changes.atOnce],
    [
      changes.quietHours,
      quietHours
        ? say(changes.quietSpan, { ...quietHours, zone: zone.replaceAll('_', ' ') })
        : changes.noQuiet,
    ],
    [changes.atMost, sayCount(changes.mailsADay, dailyCap)],
    [changes.asksYou, sayCount(changes.asksAbove, askAbove)],
    [changes.by, channels.length > 1 ? changes.mailAndPush : channels.map((one) => CHANNELS[one]).join()],
    [kit.language, say(changes.ownLanguage, { language: languageName(language) })],
  ]
}

/** From here on whole days are named as such. */
const IN_DAYS = 72

function aheadText(hours: number): string {
  const days = hours / 24
  return hours >= IN_DAYS && Number.isInteger(days)
    ? sayCount(words.changes.daysAhead, days)
    : sayCount(words.changes.hoursAhead, hours)
}

const NAMED = 4

function calendarsText(ids: string[], nameOf: (id: string) => string): string {
  const names = ids.slice(0, NAMED).map((id) => `\u2068${nameOf(id)}\u2069`)
  const others = ids.length - names.length
  return list(others > 0 ? [...names, sayCount(words.changes.more, others)] : names)
}

function languageName(language: string): string {
  return LANGUAGES.find(({ value }) => value === language)?.label ?? language
}
