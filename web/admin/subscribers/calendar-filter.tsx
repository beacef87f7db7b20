import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { useData, useList } from '../kit/data.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

type Named = Pick<AdminCalendar, 'id' | 'name'>

/** A filter by calendar. There may be a thousand, so the service searches them. */
export function CalendarFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 250)
  const chosen = useData<Named>(value ? `/calendars/${value}` : null)
  const name = value ? chosen.data?.name : undefined
  const matching = useList<Named>('/calendars', { q: q === name ? '' : q, sort: 'name', limit: 20 })
  const calendars = matching.rows.filter(({ id }) => id !== value)
  const options = [...(name ? [{ id: value, name }] : []), ...calendars]
  return (
    <Select
      aria-label={words.subscribers.calendar}
      placeholder={words.subscribers.allCalendars}
      data={options.map((calendar) => ({ value: calendar.id, label: calendar.name }))}
      value={value && name ? value : null}
      onChange={(id) => onChange(id ?? '')}
      searchable
      onSearchChange={setTyped}
      // The service has searched already.
      filter={({ options }) => options}
      clearable
      clearButtonProps={{ 'aria-label': say(words.kit.clearField, { field: words.subscribers.calendar }) }}
      nothingFoundMessage={words.subscribers.noCalendar}
      w={220}
    />
  )
}
