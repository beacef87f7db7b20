import type { ListedCalendar, WidgetConfig } from '../../src/http/widget/answers.ts'
import { isIn } from '../shared/calendar-groups.ts'
import { type Answers, findFaults } from './subscribe-answers.ts'
import type { Step } from './subscribe-history.ts'
import { type Passed, readPassed } from './subscribe-passed.ts'

/** Where somebody begins, by what the page or the link says. */
export interface Start {
  /** What can be chosen. */
  calendars: ListedCalendar[]
  chosen: ReadonlySet<string>
  answers: Answers
  passed: Passed
  /** The steps to take, in order, before the last. */
  steps: Step[]
}

/**
 * Reads the parameters. `category` narrows what is offered, `calendarIds` and `calendar_reference` choose
 * beforehand. `autoSubscribe` takes the chosen ones, else all; `skip_schedule_selection` takes the chosen ones,
 * else none: private events only.
 */
export function readStart(config: WidgetConfig, params: URLSearchParams): Start {
  const passed = readPassed(params)
  const calendars = offered(config, passed)
  const before = calendars.filter((calendar) => isAsked(calendar, passed))
  const auto = passed.autoSubscribe && !passed.skipCalendars
  const chosen = before.length === 0 && (auto || calendars.length === 1) ? calendars : before
  const skipCalendars = passed.skipCalendars || (auto && chosen.length > 0)
  const answers = answersFrom(passed)
  const nothingToAsk = Object.keys(findFaults(config, answers)).length === 0
  const skipDetails = passed.autoSubscribe && nothingToAsk
  const steps: Step[] = ['application']
  if (!skipDetails) steps.unshift('details')
  if (!skipCalendars) steps.unshift('calendars')
  const ids = passed.skipCalendars ? before : chosen
  return { calendars, chosen: new Set(ids.map(({ id }) => id)), answers, passed, steps }
}

/** What can be chosen: what was chosen beforehand stands first, where it can be seen among hundreds. */
export function offered(config: WidgetConfig, passed: Passed): ListedCalendar[] {
  const asked = config.calendars.filter((calendar) => isAsked(calendar, passed))
  const others = config.calendars.filter((calendar) => !isAsked(calendar, passed))
  return [...asked, ...others.filter((one) => !passed.category || isIn(one, passed.category))]
}

function isAsked({ id, reference }: ListedCalendar, { calendarIds, references }: Passed): boolean {
  return calendarIds.includes(id) || references.includes(reference)
}

function answersFrom({ email, customFields }: Passed): Answers {
  const answers: Answers = { email }
  for (const { name, value } of customFields) answers[`custom_fields.${name}`] = value
  return answers
}
