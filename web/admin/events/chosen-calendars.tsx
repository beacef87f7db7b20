import { Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { Dialog } from '../kit/dialog.tsx'
import { count, counted } from '../kit/format.ts'

export type CalendarChange = 'add' | 'remove'

interface Props {
  chosen: EventListed[]
  opened: boolean
  onClose: () => void
  /** Changes the events among the chosen ones that the change is about. */
  onChange: (events: EventListed[], change: CalendarChange, calendarId: string) => void
}

/** Adds the chosen events to a calendar or takes them out of one, after telling how many that changes. */
export function ChosenCalendars({ chosen, opened, onClose, onChange }: Props) {
  const { options, nameOf } = useCalendarNames()
  const [change, setChange] = useState<CalendarChange>('add')
  const [calendarId, setCalendarId] = useState<string | null>(null)
  const concerned = calendarId === null ? [] : eventsOf(chosen, change, calendarId)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`Calendars of ${counted(chosen.length, 'event', 'events')}`}
    >
      <Stack>
        <SegmentedControl
          aria-label="What to do"
          data={[
            { value: 'add', label: 'Add to a calendar' },
            { value: 'remove', label: 'Take out of a calendar' },
          ]}
          value={change}
          onChange={(value) => setChange(value)}
        />
        <Select
          label="Calendar"
          searchable
          data={options}
          value={calendarId}
          onChange={setCalendarId}
          allowDeselect={false}
          nothingFoundMessage="No calendar matches"
        />
        <Text aria-live="polite">
          {calendarId !== null && outcome(chosen, concerned, change, calendarId, nameOf(calendarId))}
        </Text>
        <Group justify="flex-end">
          <Button
            disabled={concerned.length === 0}
            onClick={() => {
              onChange(concerned, change, calendarId!)
              onClose()
            }}
          >
            {concerned.length === 0 ? 'Change' : `Change ${counted(concerned.length, 'event', 'events')}`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** The events that the change is about. An event stays in its last calendar. */
function eventsOf(chosen: EventListed[], change: CalendarChange, calendarId: string): EventListed[] {
  return chosen.filter(({ calendarIds }) =>
    change === 'add'
      ? !calendarIds.includes(calendarId)
      : calendarIds.includes(calendarId) && calendarIds.length > 1,
  )
}

function outcome(
  chosen: EventListed[],
  concerned: EventListed[],
  change: CalendarChange,
  calendarId: string,
  name: string,
): string {
  const some = `${count(concerned.length)} of ${counted(chosen.length, 'event', 'events')}`
  if (change === 'add') return `${some} will be in ${name} too, beside their other calendars.`
  const only = chosen.filter(({ calendarIds }) => calendarIds.join() === calendarId).length
  const stay =
    only > 0
      ? ` ${counted(only, 'event is', 'events are')} in no other calendar and will stay: to remove those, delete them.`
      : ''
  return `${some} will no longer be in ${name}, and stay in their other calendars.${stay}`
}
