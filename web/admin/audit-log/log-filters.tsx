import { Button, Group, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { UserRecord } from '../../../src/http/admin/users-schemas.ts'
import { useData } from '../kit/data.ts'
import { type Filters, FilterSelect } from '../kit/filters.tsx'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { ABOUT, subjectName } from './words.ts'

export type LogFilters = Filters<'actor' | 'action' | 'subject' | 'from' | 'to'>

export const WHOLE_LOG: LogFilters = { actor: '', action: '', subject: '', from: '', to: '' }

interface Props {
  filters: LogFilters
  set: (change: Partial<LogFilters>) => void
  changed: boolean
  clear: () => void
}

export function LogFilterBar({ filters, set, changed, clear }: Props) {
  const users = useData<UserRecord[]>('/people').data ?? []
  const choices = users.map(({ id, name, email }) => ({
    value: id,
    label: name ? `${name} (${email})` : email,
  }))
  // An API key or a removed user can be chosen too, from one of their entries.
  const isOther = filters.actor && !choices.some(({ value }) => value === filters.actor)
  const actors = isOther ? [...choices, { value: filters.actor, label: filters.actor }] : choices
  const [kind = '', id] = filters.subject.split(':')
  return (
    <Group gap="sm" align="flex-end">
      <FilterSelect
        label={words.auditLog.who}
        all={words.auditLog.everybody}
        value={filters.actor}
        options={actors}
        onChange={(actor) => set({ actor })}
      />
      <FilterSelect
        label={words.auditLog.what}
        all={words.auditLog.allChanges}
        value={filters.action}
        options={ABOUT}
        onChange={(action) => set({ action })}
      />
      <Day
        label={words.auditLog.from}
        value={filters.from}
        onChange={(from) => set({ from })}
        max={filters.to}
      />
      <Day
        label={words.auditLog.until}
        value={filters.to}
        onChange={(to) => set({ to })}
        min={filters.from}
      />
      {filters.subject && (
        <Button
          variant="default"
          rightSection={<IconX size={16} aria-hidden />}
          onClick={() => set({ subject: '' })}
          aria-label={words.auditLog.everything}
        >
          {say(words.auditLog.onlyThis, { kind: subjectName(kind), id: id ?? '' })}
        </Button>
      )}
      {changed && (
        <Button variant="subtle" onClick={clear}>
          {words.kit.clearFilters}
        </Button>
      )}
    </Group>
  )
}

function Day(props: {
  label: string
  value: string
  onChange: (day: string) => void
  min?: string
  max?: string
}) {
  const { label, value, onChange, min, max } = props
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(min && { min })}
      {...(max && { max })}
    />
  )
}

/** The filters as query parameters. Days are in the viewer's time zone; the last day is included. */
export function toParams({ actor, action, subject, from, to }: LogFilters) {
  return {
    ...{ actor, action, subject },
    from: isDay(from) ? new Date(`${from}T00:00:00.000`).toISOString() : '',
    to: isDay(to) ? new Date(`${to}T23:59:59.999`).toISOString() : '',
  }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
