import { Text } from '@mantine/core'
import type { AdminCalendar, DeletionAnswer } from '../../../src/http/admin/calendars-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { counted } from '../kit/format.ts'
import { Reading } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { amountOf } from './amount.ts'

type Deletion = DeletionAnswer['data']

interface DeleteCalendarProps {
  calendar: Pick<AdminCalendar, 'id' | 'name'>
  opened: boolean
  onClose: () => void
  onDeleted?: () => void
}

/** Deletes a calendar after naming the consequences. If people follow it, its name must be typed first. */
export function DeleteCalendar({ calendar, opened, onClose, onDeleted }: DeleteCalendarProps) {
  const { id, name } = calendar
  const query = useData<Deletion>(opened ? `/calendars/${id}/deletion` : null)
  const followed = query.data && query.data.subscriptions.value > 0
  const remove = async () => {
    await send('DELETE', `/calendars/${id}`)
    onDeleted?.()
    done(`${name} deleted`)
    await readAgain('/calendars', '/categories', '/events')
  }
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={`Delete ${name}?`}
      action="Delete"
      onConfirm={remove}
      typed={followed ? name.trim() : undefined}
      waiting={!query.data}
    >
      <Reading query={query} rows={2}>
        {(deletion) => <Consequences deletion={deletion} />}
      </Reading>
    </Confirm>
  )
}

function Consequences({ deletion: { events, subscriptions, widgets } }: { deletion: Deletion }) {
  const losses = [
    ...(events.value > 0 ? [amountOf(events, 'event', 'events')] : []),
    ...(subscriptions.value > 0 ? [amountOf(subscriptions, 'subscription', 'subscriptions')] : []),
  ]
  return (
    <>
      <Text>
        {losses.length > 0
          ? `This also deletes ${losses.join(' and ')}. It can’t be undone.`
          : 'It has no events, and nobody follows it. This can’t be undone.'}
      </Text>
      {subscriptions.value > 0 && (
        <Text mt="xs">
          The events disappear from people’s calendars at the next update. Their other calendars stay.
        </Text>
      )}
      {widgets > 0 && (
        <Text mt="xs">
          {counted(widgets, 'widget that offers', 'widgets that offer')} it by name will stop offering it.
        </Text>
      )}
    </>
  )
}
