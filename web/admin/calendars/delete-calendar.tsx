import { Text } from '@mantine/core'
import type { AdminCalendar, DeletionAnswer } from '../../../src/http/admin/calendars-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { list } from '../kit/format.ts'
import { say, sayCount } from '../kit/say.tsx'
import { Reading } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
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
    done(say(words.calendars.deleted, { name }))
    await readAgain('/calendars', '/categories', '/events')
  }
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={say(words.calendars.askDelete, { name })}
      action={words.kit.delete}
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
    ...(events.value > 0
      ? [amountOf(events, words.calendars.eventsCounted, words.calendars.eventsOver)]
      : []),
    ...(subscriptions.value > 0
      ? [amountOf(subscriptions, words.calendars.subscriptionsCounted, words.calendars.subscriptionsOver)]
      : []),
  ]
  return (
    <>
      <Text>
        {losses.length > 0
          ? say(words.calendars.alsoDeletes, { losses: list(losses) })
          : words.calendars.losesNothing}
      </Text>
      {subscriptions.value > 0 && <Text mt="xs">{words.calendars.eventsDisappear}</Text>}
      {widgets > 0 && <Text mt="xs">{sayCount(words.calendars.widgetsStop, widgets)}</Text>}
    </>
  )
}
