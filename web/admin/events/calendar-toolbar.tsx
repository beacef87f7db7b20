import { ActionIcon, Button, Group, Loader, SegmentedControl, Select, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { useCalendarNames } from '../kit/calendar-names.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

/** The words of the steps back and forth, by view. */
const STEPS: Record<string, [previous: string, next: string]> = {
  month: [words.events.previousMonth, words.events.nextMonth],
  week: [words.events.previousWeek, words.events.nextWeek],
  day: [words.events.previousDay, words.events.nextDay],
}

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
  const [previous, next] = STEPS[view] ?? STEPS.month!
  return (
    <Group justify="space-between" gap="sm" mb="sm">
      <Group gap="xs">
        <Button variant="default" onClick={() => go('today')}>
          {words.events.today}
        </Button>
        <ActionIcon variant="default" size={36} aria-label={previous} onClick={() => go('prev')}>
          <IconChevronLeft size={18} aria-hidden className="step-icon" />
        </ActionIcon>
        <ActionIcon variant="default" size={36} aria-label={next} onClick={() => go('next')}>
          <IconChevronRight size={18} aria-hidden className="step-icon" />
        </ActionIcon>
        <Text component="h2" fw={650} size="lg" aria-live="polite">
          {title}
        </Text>
        {loading && <Loader size={16} aria-label={words.kit.loading} />}
      </Group>
      <Group gap="sm">
        {publisher === own ? (
          <Text size="sm" c="dimmed">
            {say(words.events.timesIn, { zone: publisher })}
          </Text>
        ) : (
          <Select
            aria-label={words.kit.timezone}
            data={[
              { value: '', label: say(words.events.publisherZone, { zone: publisher }) },
              { value: 'mine', label: say(words.events.ownZone, { zone: own }) },
            ]}
            value={zone}
            onChange={(chosen) => onZone(chosen ?? '')}
            allowDeselect={false}
            w={280}
          />
        )}
        <SegmentedControl
          aria-label={words.events.view}
          data={[
            { value: 'month', label: words.events.month },
            { value: 'week', label: words.events.week },
            { value: 'day', label: words.events.day },
            { value: 'list', label: words.events.list },
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
    <ul className="legend" aria-label={words.events.byColor}>
      {sorted.map((id) => (
        <li key={id} className={`of-calendar ${names.colorOf(id)}`}>
          {names.nameOf(id)}
        </li>
      ))}
    </ul>
  )
}
