import { Text, TextInput } from '@mantine/core'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
import { StateBadge } from '../kit/state-badge.tsx'
import { whenText } from './times.ts'

/** The local time of an event, with its time zone if that is not `zone`. */
export function When({ event, zone }: { event: EventListed; zone: string }) {
  return (
    <>
      <Text size="sm">{whenText(event)}</Text>
      {event.startTime !== null && event.timezone !== zone && (
        <Text size="sm" c="dimmed">
          {event.timezone}
        </Text>
      )}
    </>
  )
}

/** Badges of drafts and cancelled events. */
export function States({ event }: { event: EventListed }) {
  if (!event.draft && !event.cancelled) return null
  return (
    <span className="states">
      {event.draft && <StateBadge kind="warn">Draft</StateBadge>}
      {event.cancelled && <StateBadge kind="bad">Cancelled</StateBadge>}
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
