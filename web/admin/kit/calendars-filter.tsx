import { MultiSelect } from '@mantine/core'
import { words } from '../words/index.ts'
import { useCalendarNames } from './calendar-names.ts'

/** The options that are shown at once; typing finds the others. */
const SHOWN = 100

interface CalendarsFilterProps {
  /** Ids with commas between; empty: all calendars. */
  value: string
  onChange: (ids: string) => void
  most?: number
}

/** A filter by one calendar or several. */
export function CalendarsFilter({ value, onChange, most }: CalendarsFilterProps) {
  const { options, nameOf } = useCalendarNames()
  const chosen = value ? value.split(',') : []
  const listed = new Set(options.map((option) => option.value))
  const others = chosen.filter((id) => !listed.has(id)).map((id) => ({ value: id, label: nameOf(id) }))
  return (
    <MultiSelect
      aria-label={words.events.calendars}
      placeholder={chosen.length === 0 ? words.events.allCalendars : undefined}
      data={[...options, ...others]}
      value={chosen}
      onChange={(ids) => onChange(ids.join(','))}
      {...(most && { maxValues: most })}
      limit={SHOWN}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': words.events.showAllCalendars }}
      nothingFoundMessage={words.events.noCalendarMatches}
      className="calendar-filter"
    />
  )
}
