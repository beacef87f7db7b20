import type { ListedCalendar, WidgetConfig } from '../../src/http/widget/answers.ts'
import { isIn } from '../shared/calendar-groups.ts'
import { type Answers, findFaults } from './subscribe-answers.ts'
import type { Step } from './subscribe-history.ts'
import { type PageParameters, readParameters } from './subscribe-parameters.ts'

/** The initial state of the flow, from the parameters of the page or link. */
export interface Start {
  /** The calendars to choose from. */
  calendars: ListedCalendar[]
  chosen: ReadonlySet<string>
  answers: Answers
  parameters: PageParameters
  /** The steps in order, without the last one. The calendars can be changed where they are no step, too. */
  steps: Step[]
  /** The way calendars are chosen: in a step; not asked for, but to be changed; or by the page alone. */
  choice: 'step' | 'change' | 'fixed'
}

/**
 * Reads the parameters. `category` limits the calendars to choose from; `calendarIds` and `calendar_reference`
 * preselect some. The only calendar, or the only one that is preselected, is not asked for. `autoSubscribe` skips the
 * choice and takes the preselected calendars, or all if there are none; `skip_schedule_selection` does the same, but
 * takes none: private events only.
 */
export function readStart(config: WidgetConfig, params: URLSearchParams): Start {
  const parameters = readParameters(params)
  const calendars = offered(config, parameters)
  const preselected = calendars.filter((calendar) => isPreselected(calendar, parameters))
  const auto = parameters.autoSubscribe && !parameters.skipCalendars
  const chosen = preselected.length === 0 && (auto || calendars.length === 1) ? calendars : preselected
  const skipCalendars = parameters.skipCalendars || chosen.length === 1 || (auto && chosen.length > 0)
  const answers = answersFrom(config, parameters)
  const nothingToAsk = Object.keys(findFaults(config, answers)).length === 0
  const skipDetails = parameters.autoSubscribe && nothingToAsk
  const steps: Step[] = ['application']
  if (!skipDetails) steps.unshift('details')
  if (!skipCalendars) steps.unshift('calendars')
  const ids = parameters.skipCalendars ? preselected : chosen
  const fixed = calendars.length === 1 || auto || parameters.skipCalendars
  const choice = !skipCalendars ? 'step' : fixed ? 'fixed' : 'change'
  return { calendars, chosen: new Set(ids.map(({ id }) => id)), answers, parameters, steps, choice }
}

/** The calendars to choose from, preselected ones first, so that they are visible among hundreds. */
export function offered(config: WidgetConfig, parameters: PageParameters): ListedCalendar[] {
  const asked = config.calendars.filter((calendar) => isPreselected(calendar, parameters))
  const others = config.calendars.filter((calendar) => !isPreselected(calendar, parameters))
  return [...asked, ...others.filter((one) => !parameters.category || isIn(one, parameters.category))]
}

function isPreselected(
  { id, reference }: ListedCalendar,
  { calendarIds, references }: PageParameters,
): boolean {
  return calendarIds.includes(id) || references.includes(reference)
}

/** The answers that the page gave. One that is not an option is left out, so that the person chooses. */
function answersFrom({ widget }: WidgetConfig, { email, customFields }: PageParameters): Answers {
  const answers: Answers = { email }
  for (const { name, value } of customFields) {
    const { kind, options = [] } = widget.customFields.find((question) => question.name === name) ?? {}
    if (kind === 'choice' && !options.some((option) => option.value === value)) continue
    answers[`custom_fields.${name}`] = kind === 'tick' ? value === 'true' : value
  }
  return answers
}
