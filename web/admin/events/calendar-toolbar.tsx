import { ActionIcon, Button, Group, Loader, SegmentedControl, Select, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { useCalendarNames } from '../kit/calendar-names.ts'

interface ToolbarProps {
  title: string
  view: string
  onView: (view: string) => void
  go: (where: 'today' | 'prev' | 'next') => void
  /** Empty: the publisher's zone; `mine`: the browser's. */
  zone: string
  zones: [publisher: string, own: string]
  onZone: (zone: string) => void
  loading: boolean
}

/** Chooses the dates, the view and the time zone. */
export function CalendarToolbar({ title, view, onView, go, zone, zones, onZone, loading }: ToolbarProps) {
  const [publisher, own] = zones
  const what = view === 'week' || view === 'day' ? view : 'month'
  return (
    <Group justify="space-between" gap="sm" mb="sm">
      <Group gap="xs">
        <Button variant="default" onClick={() => go('today')}>
          Today
        </Button>
        <ActionIcon variant="default" size={36} aria-label={`Previous ${what}`} onClick={() => go('prev')}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size={36} aria-label={`Next ${what}`} onClick={() => go('next')}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <Text component="h2" fw={650} size="lg" aria-live="polite">
          {title}
        </Text>
        {loading && <Loader size={16} aria-label="Loading" />}
      </Group>
      <Group gap="sm">
        {publisher === own ? (
          <Text size="sm" c="dimmed">
            Times in {publisher}
          </Text>
        ) : (
          <Select
            aria-label="Time zone"
            data={[
              { value: '', label: `${publisher} (your publisher’s)` },
              { value: 'mine', label: `${own} (where you are)` },
            ]}
            value={zone}
            onChange={(chosen) => onZone(chosen ?? '')}
            allowDeselect={false}
            w={280}
          />
        )}
        <SegmentedControl
          aria-label="View"
          data={[
            { value: 'month', label: 'Month' },
            { value: 'week', label: 'Week' },
            { value: 'day', label: 'Day' },
            { value: 'list', label: 'List' },
          ]}
          value={view}
          onChange={onView}
        />
      </Group>
    </Group>
  )
}

/** The calendars whose colours events have. */
export function Legend({ ids, names }: { ids: string[]; names: ReturnType<typeof useCalendarNames> }) {
  if (ids.length === 0) return null
  const sorted = [...new Set(ids)].sort((a, b) => names.nameOf(a).localeCompare(names.nameOf(b)))
  return (
    <ul className="legend" aria-label="Calendars by colour">
      {sorted.map((id) => (
        <li key={id} className={`of-calendar ${names.colorOf(id)}`}>
          {names.nameOf(id)}
        </li>
      ))}
    </ul>
  )
}
