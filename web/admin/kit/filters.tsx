import { Chip, CloseButton, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { words } from '../words/index.ts'
import { say } from './say.tsx'

export type Filters<Name extends string> = Record<Name, string>

/**
 * Filters in the query of the page's address, so that a list can be bookmarked and the back button works.
 * Filters with their `initial` value are left out of the address.
 */
export function useFilters<Name extends string>(initial: Filters<Name>) {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()
  const names = Object.keys(initial) as Name[]
  const filters = Object.fromEntries(
    names.map((name) => [name, search[name] ?? initial[name]]),
  ) as Filters<Name>
  const set = (change: Partial<Filters<Name>>) =>
    void navigate({
      to: '.',
      replace: true,
      search: (before: Record<string, unknown>) => {
        const after = { ...before, ...change }
        const isSet = ([name, value]: [string, unknown]) =>
          value !== undefined && value !== initial[name as Name]
        return Object.fromEntries(Object.entries(after).filter(isSet))
      },
    })
  const changed = names.some((name) => name !== ('sort' as Name) && filters[name] !== initial[name])
  const clear = () => set(initial)
  return { filters, set, changed, clear }
}

/** A search field that searches while typing. `hint` says what is searched. */
export function SearchField({
  value,
  onChange,
  hint,
}: {
  value: string
  onChange: (text: string) => void
  hint: string
}) {
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const changeLater = useDebouncedCallback(onChange, 250)
  // The value changed from outside, for example by the back button.
  if (lastValue !== value) {
    setLastValue(value)
    setTyped(value)
  }
  const type = (text: string) => {
    setTyped(text)
    setLastValue(text)
    changeLater(text)
  }
  return (
    <TextInput
      type="search"
      aria-label={words.kit.search}
      placeholder={hint}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed && <CloseButton aria-label={words.kit.clearSearch} onClick={() => type('')} />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      className="search-field"
    />
  )
}

/** A few options side by side, one of them chosen. */
export function FilterChips({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: string
  options: [value: string, name: string][]
  onChange: (value: string) => void
}) {
  return (
    <Group gap={6} role="group" aria-label={label}>
      <Chip.Group value={value} onChange={(chosen) => onChange(chosen)}>
        {options.map(([option, name]) => (
          <Chip key={option} value={option} size="sm" variant="outline">
            {name}
          </Chip>
        ))}
      </Chip.Group>
    </Group>
  )
}

/** One of many options; empty for all. */
export function FilterSelect({
  label,
  all,
  value,
  options,
  onChange,
}: {
  label: string
  /** The placeholder when nothing is chosen: "All calendars". */
  all: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}) {
  return (
    <Select
      aria-label={label}
      placeholder={all}
      data={options}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      clearable
      searchable
      nothingFoundMessage={words.kit.noMatch}
      w={220}
      clearButtonProps={{ 'aria-label': say(words.kit.clearField, { field: label }) }}
    />
  )
}
