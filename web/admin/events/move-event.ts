import type { EventDropInfo, EventResizeDoneInfo } from '@fullcalendar/react'
import type { EventListed, EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { done, failed } from '../kit/toast.tsx'
import { moved, type When, whenInput, whenText } from './times.ts'

/** Saves a drag or resize, with undo. If the service refuses, the event returns to its old place. */
export async function move(info: EventDropInfo | EventResizeDoneInfo): Promise<void> {
  const { event, oldEvent, revert } = info
  const stored = event.extendedProps.stored as EventListed
  const startMs = Number(event.start) - Number(oldEvent.start)
  // FullCalendar has no end for an event that ends when it starts; such an event keeps its length.
  const endMs = event.end && oldEvent.end ? Number(event.end) - Number(oldEvent.end) : startMs
  const after = moved(stored, startMs, endMs)
  try {
    const modified = await store(stored.id, after, stored.modified)
    const back = () => void store(stored.id, stored, modified).catch(failed)
    done(`${stored.name}: ${whenText(after)}`, back)
  } catch (error) {
    revert()
    failed(error)
    void readAgain('/events')
  }
}

async function store(id: string, when: When, expectedModified: string): Promise<string> {
  const { data } = await send<{ data: EventRecord }>('PUT', `/events/${id}`, {
    ...whenInput(when),
    expectedModified,
  })
  await readAgain('/events')
  return data.modified
}
