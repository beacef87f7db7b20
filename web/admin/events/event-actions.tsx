import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type CancelledDisplay, cancelledText } from '../../../src/events/cancelled-text.ts'
import type { EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { useMay } from '../kit/session.tsx'
import { done, failed } from '../kit/toast.tsx'
import { DeleteEvent } from './delete-event.tsx'
import { pathsOf } from './event-paths.ts'

interface OwnPublisher {
  cancelledEvents?: CancelledDisplay['mode'] | null
  cancelledMark?: string | null
}

interface ActionsProps {
  event: EventRecord
  subscriber: string | undefined
  onChanged: (event: EventRecord) => void
}

/** Buttons that cancel an event, undo that, or delete it. */
export function EventActions({ event, subscriber, onChanged }: ActionsProps) {
  const mayEdit = useMay('editor')
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'cancel' | 'delete'>()
  const { data: publisher } = useData<OwnPublisher>(mayEdit ? '/publisher' : null)
  const { api, query } = pathsOf(subscriber)
  const path = `${api}/${event.id}`
  if (!mayEdit) return null

  const setCancelled = async (cancelled: 0 | 1, expectedModified: string) => {
    const { data } = await send<{ data: EventRecord }>('PUT', path, { cancelled, expectedModified })
    onChanged(data)
    void readAgain(api, '/changes')
    const undo = () => void setCancelled(cancelled ? 0 : 1, data.modified).catch(failed)
    done(cancelled ? 'The event is cancelled' : 'The event is no longer cancelled', undo)
  }
  const remove = async () => {
    await send('DELETE', path)
    await navigate({ href: `/events${query}` })
    void readAgain(api)
    done('The event is deleted')
  }
  const mode = publisher?.cancelledEvents ?? 'mark'
  return (
    <>
      {event.cancelled ? (
        <Button variant="default" onClick={() => void setCancelled(0, event.modified).catch(failed)}>
          Undo cancellation
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAsking('cancel')}>
          Cancel event
        </Button>
      )}
      <Button variant="outline" color="bad" onClick={() => setAsking('delete')}>
        Delete
      </Button>
      <Confirm
        opened={asking === 'cancel'}
        onClose={() => setAsking(undefined)}
        title="Cancel this event?"
        action="Cancel event"
        onConfirm={() => setCancelled(1, event.modified)}
      >
        {event.draft
          ? 'It is a draft, so nobody sees a change.'
          : cancelledText({ mode, mark: publisher?.cancelledMark ?? '' })}{' '}
        You can undo this. The settings say how feeds show cancelled events.
      </Confirm>
      <DeleteEvent
        event={event}
        path={path}
        opened={asking === 'delete'}
        onClose={() => setAsking(undefined)}
        onDelete={remove}
        onChanged={(changed) => {
          onChanged(changed)
          void readAgain(api, '/changes')
        }}
      />
    </>
  )
}
