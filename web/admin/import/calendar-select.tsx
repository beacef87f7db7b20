import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useList } from '../kit/data.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

export interface CalendarChoice {
  id: string
  name: string
  draft: boolean
}

/** The calendars by name that contain a text, the first hundred. */
export function useCalendars(q: string) {
  return useList<CalendarChoice>('/calendars', { q, sort: 'name', limit: 100 })
}

export function calendarLabel({ name, draft }: CalendarChoice): string {
  return draft ? say(words.kit.nameOfDraft, { name }) : name
}

/** Chooses one of the calendars, which the service searches. `label`: of the calendar that is chosen already. */
export function CalendarSelect({
  value,
  label,
  onChange,
  error,
}: {
  value: string
  label: string | undefined
  onChange: (id: string) => void
  error: string | undefined
}) {
  const [typed, setTyped] = useState(label ?? '')
  const [q] = useDebouncedValue(typed, 250)
  // The label of the chosen calendar is not a search text.
  const [chosenLabel, setChosenLabel] = useState(label ?? '')
  const search = q === chosenLabel ? '' : q
  const list = useCalendars(search)
  const options = list.rows.map((row) => ({ value: row.id, label: calendarLabel(row) }))
  const isListed = !value || options.some((option) => option.value === value)
  const data = isListed ? options : [{ value, label: chosenLabel }, ...options]
  return (
    <Select
      label={words.calendars.calendar}
      name="calendar"
      placeholder={words.imports.chooseCalendar}
      data={data}
      value={value || null}
      onChange={(id, option) => {
        setChosenLabel(option?.label ?? '')
        onChange(id ?? '')
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={list.isFetching ? words.shell.searching : words.kit.noMatch}
      // The service has filtered already.
      filter={({ options }) => options}
      error={error}
      maw={420}
    />
  )
}
