import { Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
import { StateBadge } from '../kit/state-badge.tsx'
import { words } from '../words/index.ts'
import { whenText } from './times.ts'

/** The local time of an event, with its time zone if that is not `zone`. */
export function When({ event, zone }: { event: EventListed; zone: string }) {
  return (
    <>
      <Text size="sm" className="when">
        {whenText(event)}
      </Text>
      {event.startTime !== null && event.timezone !== zone && (
        <Text size="sm" c="dimmed">
          {event.timezone}
        </Text>
      )}
    </>
  )
}

/** Badges of drafts, cancelled events and dates of series. */
export function States({ event }: { event: EventListed }) {
  if (!event.draft && !event.cancelled && event.seriesId === null) return null
  return (
    <span className="states">
      {event.seriesId !== null && <SeriesMark />}
      {event.draft && <StateBadge kind="warn">{words.kit.draft}</StateBadge>}
      {event.cancelled && <StateBadge kind="bad">{words.events.cancelled}</StateBadge>}
      {event.changedByHand && <StateBadge kind="plain">{words.events.changed}</StateBadge>}
    </span>
  )
}

/** The sign of an event that is a date of a series. */
export function SeriesMark({ size = 16 }: { size?: number }) {
  return (
    <span className="series-mark" title={words.events.dateOfSeries}>
      <IconRepeat size={size} aria-hidden />
      <VisuallyHidden>{words.events.dateOfSeries}</VisuallyHidden>
    </span>
  )
}

export function DateFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (day: string) => void
}) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      w={160}
    />
  )
}
