import { useState } from 'preact/hooks'
import type { CalendarGroup as Group } from '../calendar-groups.ts'
import { say, sayCount, words } from '../page.ts'
import { CalendarRow } from './calendar-row.tsx'
import { OpenIcon } from './icons.tsx'

interface GroupProps {
  group: Group
  chosen: ReadonlySet<string>
  /** True if it is open at first. */
  open: boolean
  onChoose: (ids: string[], chosen: boolean) => void
}

/** The calendars of one category, which can be chosen together and folded away. */
export function CalendarGroup({ group, chosen, open, onChoose }: GroupProps) {
  const [shown, setShown] = useState(open)
  const { calendars } = group
  const label = group.path === '' ? words.common.uncategorized : group.label
  const count = calendars.filter(({ id }) => chosen.has(id)).length
  return (
    <details class="group" open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>
        <OpenIcon />
        <bdi>{label}</bdi>
        <span class="count">
          {count > 0
            ? sayCount(words.common.chosen, count)
            : sayCount(words.common.calendars, calendars.length)}
        </span>
      </summary>
      {shown && (
        <div role="group" aria-label={label}>
          {calendars.length > 1 && (
            <label class="check all">
              <bdi>{say(words.common.allOf, { category: label })}</bdi>
              <input
                type="checkbox"
                checked={count === calendars.length}
                indeterminate={count > 0 && count < calendars.length}
                onInput={(event) =>
                  onChoose(
                    calendars.map(({ id }) => id),
                    event.currentTarget.checked,
                  )
                }
              />
            </label>
          )}
          <ul class="rows">
            {calendars.map((calendar) => (
              <li key={calendar.id}>
                <CalendarRow
                  calendar={calendar}
                  chosen={chosen.has(calendar.id)}
                  onChoose={(on) => onChoose([calendar.id], on)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </details>
  )
}
