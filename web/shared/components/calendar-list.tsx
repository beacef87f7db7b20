import { useMemo, useState } from 'preact/hooks'
import type { ListedCalendar } from '../../../src/http/widget/answers.ts'
import { groupCalendars, matches } from '../calendar-groups.ts'
import { sayCount, words } from '../page.ts'
import { CalendarGroup } from './calendar-group.tsx'
import { CalendarRow } from './calendar-row.tsx'
import { SearchIcon } from './icons.tsx'

/** The least number of calendars with a search. */
const SEARCH_FROM = 12

interface ListProps {
  calendars: ListedCalendar[]
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
}

/** Calendars to choose from: with a search when there are many, and by category when that helps. */
export function CalendarList({ calendars, chosen, onChange }: ListProps) {
  const [text, setText] = useState('')
  const grouped = useMemo(() => groupCalendars(calendars), [calendars])
  const searching = text.trim() !== ''
  const matching = searching ? calendars.filter((calendar) => matches(calendar, text)) : calendars

  /** Switches some calendars on or off. */
  const choose = (ids: string[], on: boolean) => {
    const next = new Set(chosen)
    for (const id of ids)
      if (on) next.add(id)
      else next.delete(id)
    onChange(next)
  }

  return (
    <>
      {calendars.length >= SEARCH_FROM && <Search value={text} onInput={setText} />}
      <p class={searching && matching.length === 0 ? 'soft' : 'hidden'} role="status">
        {searching &&
          (matching.length === 0 ? words.common.nothingFound : sayCount(words.common.found, matching.length))}
      </p>
      {grouped?.common && !searching && (
        <p class="common-path">
          <bdi>{grouped.common}</bdi>
        </p>
      )}
      {grouped && !searching ? (
        grouped.groups.map((group) => (
          <CalendarGroup
            key={group.path}
            group={group}
            chosen={chosen}
            open={calendars.length < 2 * SEARCH_FROM || group.calendars.some(({ id }) => chosen.has(id))}
            onChoose={choose}
          />
        ))
      ) : (
        <ul class="rows">
          {matching.map((calendar) => (
            <li key={calendar.id}>
              <CalendarRow
                calendar={calendar}
                chosen={chosen.has(calendar.id)}
                onChoose={(on) => choose([calendar.id], on)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Search({ value, onInput }: { value: string; onInput: (text: string) => void }) {
  return (
    <div class="search">
      <SearchIcon />
      <input
        type="search"
        value={value}
        aria-label={words.common.search}
        placeholder={words.common.search}
        autocomplete="off"
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          // Escape ends the search, but must not also close the dialog.
          event.preventDefault()
          onInput('')
        }}
      />
    </div>
  )
}
