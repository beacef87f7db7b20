import type { ListedCalendar } from '../../../src/http/widget/answers.ts'
import { shortDayOf } from '../dates.ts'
import { words } from '../page.ts'
import { Logo } from './logo.tsx'

interface RowProps {
  calendar: ListedCalendar
  chosen: boolean
  onChoose: (chosen: boolean) => void
}

/** A calendar to switch on or off; the whole row is the target. */
export function CalendarRow({ calendar, chosen, onChoose }: RowProps) {
  const { id, name, logo, nextEvent } = calendar
  return (
    <label class="row">
      <Logo src={logo} name={name} />
      <span class="text">
        <span class="name">
          <bdi>{name}</bdi>
        </span>
        <span class="next">
          {nextEvent ? (
            <>
              <time dateTime={nextEvent.startDate}>{shortDayOf(nextEvent)}</time>
              {' · '}
              <bdi>{nextEvent.name}</bdi>
            </>
          ) : (
            words.common.noNextEvent
          )}
        </span>
      </span>
      <input
        type="checkbox"
        name="calendarIds"
        value={id}
        checked={chosen}
        onInput={(event) => onChoose(event.currentTarget.checked)}
      />
    </label>
  )
}
