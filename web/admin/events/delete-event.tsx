import { Radio, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import type { EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { send } from '../kit/api.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { Confirm } from '../kit/confirm.tsx'
import { count } from '../kit/format.ts'
import { done, failed } from '../kit/toast.tsx'

interface DeleteProps {
  event: EventRecord
  /** The path of the event in the admin API. */
  path: string
  opened: boolean
  onClose: () => void
  /** Deletes the event. */
  onDelete: () => Promise<void>
  onChanged: (event: EventRecord) => void
}

/** Asks before an event is deleted. One in several calendars can be taken out of one of them instead. */
export function DeleteEvent({ event, path, opened, onClose, onDelete, onChanged }: DeleteProps) {
  const { nameOf } = useCalendarNames()
  const [from, setFrom] = useState<'one' | 'all'>('one')
  const [calendarId, setCalendarId] = useState<string | null>(null)
  const { calendarIds } = event
  const several = calendarIds.length > 1
  const takeOut = several && from === 'one'

  const change = async (input: object, expectedModified: string) => {
    const { data } = await send<{ data: EventRecord }>('PUT', path, { ...input, expectedModified })
    onChanged(data)
    return data
  }
  const confirm = async () => {
    if (!takeOut) return onDelete()
    const after = await change({ removeCalendarIds: [calendarId] }, event.modified)
    const before = { calendarId: event.calendarId, calendarIds }
    const undo = () => void change(before, after.modified).catch(failed)
    done(`The event is no longer in ${nameOf(calendarId!)}`, undo)
  }
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={several ? `This event is in ${count(calendarIds.length)} calendars` : 'Delete this event?'}
      action={takeOut ? 'Take it out' : 'Delete'}
      waiting={takeOut && (calendarId === null || !calendarIds.includes(calendarId))}
      onConfirm={confirm}
    >
      <Stack>
        {several && (
          <Radio.Group aria-label="Which calendars" value={from} onChange={(chosen) => setFrom(chosen)}>
            <Stack gap="sm">
              <Radio value="one" label="Take it out of one calendar only" />
              <Radio value="all" label={`Delete it from all ${count(calendarIds.length)} calendars`} />
            </Stack>
          </Radio.Group>
        )}
        {takeOut && (
          <Select
            label="Out of which calendar?"
            data={calendarIds.map((id) => ({ value: id, label: nameOf(id) }))}
            value={calendarId}
            onChange={setCalendarId}
            allowDeselect={false}
          />
        )}
        <span>{takeOut ? outOfOne(event) : outOfAll(event)}</span>
      </Stack>
    </Confirm>
  )
}

function outOfOne({ name, draft }: EventRecord): string {
  return draft
    ? `“${name}” stays in the others.`
    : `“${name}” stays in the others. Subscribers who follow none of those no longer see it.`
}

function outOfAll({ name, draft }: EventRecord): string {
  const gone = draft ? '' : ' and disappears from subscribers’ calendars'
  return `“${name}” is deleted for good${gone}. To tell subscribers that it won’t take place, cancel it instead.`
}
