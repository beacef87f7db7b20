import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type CalledOff, calledOffText } from '../../../src/events/called-off.ts'
import type { EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { useMay } from '../kit/session.tsx'
import { done, failed } from '../kit/toast.tsx'
import { placesOf } from './event-places.ts'

interface OwnPublisher {
  cancelledEvents?: CalledOff['mode'] | null
  cancelledMark?: string | null
}

interface ActionsProps {
  event: EventRecord
  subscriber: string | undefined
  onChanged: (event: EventRecord) => void
}

/** Calls an event off or on again, and deletes it. */
export function EventActions({ event, subscriber, onChanged }: ActionsProps) {
  const mayEdit = useMay('editor')
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'off' | 'delete'>()
  const { data: own } = useData<OwnPublisher>(mayEdit ? '/publisher' : null)
  const { api, query } = placesOf(subscriber)
  const path = `${api}/${event.id}`
  if (!mayEdit) return null

  const call = async (cancelled: 0 | 1, expectedModified: string) => {
    const { data } = await send<{ data: EventRecord }>('PUT', path, { cancelled, expectedModified })
    onChanged(data)
    void readAgain(api)
    const undo = () => void call(cancelled ? 0 : 1, data.modified).catch(failed)
    done(cancelled ? 'The event is called off' : 'The event takes place again', undo)
  }
  const remove = async () => {
    await send('DELETE', path)
    await navigate({ href: `/events${query}` })
    void readAgain(api)
    done('The event is deleted')
  }
  const mode = own?.cancelledEvents ?? 'mark'
  return (
    <>
      {event.cancelled ? (
        <Button variant="default" onClick={() => void call(0, event.modified).catch(failed)}>
          Call on again
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAsking('off')}>
          Call off
        </Button>
      )}
      <Button variant="outline" color="bad" onClick={() => setAsking('delete')}>
        Delete
      </Button>
      <Confirm
        opened={asking === 'off'}
        onClose={() => setAsking(undefined)}
        title="Call this event off?"
        action="Call off"
        onConfirm={() => call(1, event.modified)}
      >
        {event.draft
          ? 'It is a draft, so nobody sees a change.'
          : calledOffText({ mode, mark: own?.cancelledMark ?? '' })}{' '}
        You can call it on again. How feeds tell it is in the settings.
      </Confirm>
      <Confirm
        opened={asking === 'delete'}
        onClose={() => setAsking(undefined)}
        title="Delete this event?"
        action="Delete"
        onConfirm={remove}
      >
        “{event.name}” goes for good
        {event.draft ? '.' : ', and disappears from the calendars of subscribers.'} To tell them that it does
        not take place, call it off instead.
      </Confirm>
    </>
  )
}
