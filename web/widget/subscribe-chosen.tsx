import type { ListedCalendar } from '../../src/http/widget/answers.ts'
import { Button } from '../shared/components/button.tsx'
import { Logo } from '../shared/components/logo.tsx'
import { shortDayOf } from '../shared/dates.ts'
import { language, sayCount, words } from '../shared/page.ts'

/** Names beyond this are not listed, only counted. */
const MAX_NAMES = 3

interface ChosenProps {
  calendars: ListedCalendar[]
  /** Leads to the choice; undefined if there is none. */
  onChange: (() => void) | undefined
}

/** The calendars of somebody who was not asked to choose. */
export function ChosenCalendars({ calendars, onChange }: ChosenProps) {
  const [first] = calendars
  if (!first) return null
  const one = calendars.length === 1
  return (
    <div class="chosen">
      {one && <Logo src={first.logo} name={first.name} />}
      <div class="text">
        <p class="name">
          {calendars.length > MAX_NAMES
            ? sayCount(words.common.calendars, calendars.length)
            : names(calendars)}
        </p>
        {one && first.nextEvent && (
          <p class="next">
            <time dateTime={first.nextEvent.startDate}>{shortDayOf(first.nextEvent)}</time>
            {' · '}
            <bdi>{first.nextEvent.name}</bdi>
          </p>
        )}
      </div>
      {onChange && <Button onClick={onChange}>{words.subscribe.changeCalendars}</Button>}
    </div>
  )
}

/** Each name has its own direction, and the list that of the page. */
function names(calendars: ListedCalendar[]) {
  return new Intl.ListFormat(language, { type: 'conjunction' })
    .formatToParts(calendars.map(({ name }) => name))
    .map(({ type, value }) => (type === 'element' ? <bdi>{value}</bdi> : value))
}
