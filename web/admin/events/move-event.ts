import type { EventDropInfo, EventResizeDoneInfo } from '@fullcalendar/react'
import type { EventAnswer, EventListed, EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { get, send } from '../kit/api.ts'
import { readAgain } from '../kit/data.ts'
import { say, sayCount } from '../kit/say.tsx'
import { done, failed } from '../kit/toast.tsx'
import { undoFromToast } from '../kit/undo-changes.ts'
import { words } from '../words/index.ts'
import type { useConfirmMove } from './confirm-move.tsx'
import { type Scope, scopeQuery } from './scopes.ts'
import { moved, type When, whenInput, whenText } from './times.ts'
import type { useWhichDates } from './which-dates.tsx'

/** Asks which dates a change is about; undefined: none. */
type Ask = ReturnType<typeof useWhichDates>['ask']
/** Asks if a single event is to move. */
type Confirm = ReturnType<typeof useConfirmMove>['ask']

/**
 * Saves a drag or resize once it is confirmed, with undo. Of a date of a series `ask` says which others move too. If the service refuses, the
 * event returns to its old place.
 */
export async function move(
  info: EventDropInfo | EventResizeDoneInfo,
  ask: Ask,
  confirm: Confirm,
): Promise<void> {
  const { event, oldEvent, revert } = info
  const stored = event.extendedProps.stored as EventListed
  const startMs = Number(event.start) - Number(oldEvent.start)
  // FullCalendar has no end for an event that ends when it starts; such an event keeps its length.
  const endMs = event.end && oldEvent.end ? Number(event.end) - Number(oldEvent.end) : startMs
  const after = moved(stored, startMs, endMs)
  try {
    const scope =
      stored.seriesId === null ? (await confirm(stored, after)) && 'this' : await askFirst(stored, after, ask)
    if (!scope) return revert()
    const { data, change } = await store(stored.id, after, stored.modified, scope)
    const back = () => {
      if (change) undoFromToast([change])
      else void store(stored.id, stored, data.modified).catch(failed)
    }
    done(movedText(scope === 'this' ? null : data.series, stored.name, after), back)
  } catch (error) {
    revert()
    failed(error)
    void readAgain('/events')
  }
}

async function askFirst({ id, name }: EventListed, after: When, ask: Ask) {
  const { data } = await get<{ data: EventRecord }>(`/events/${id}`)
  const asked = { event: data, subscriber: undefined, input: whenInput(after) }
  return ask({ ...asked, title: say(words.events.askMove, { name }), action: words.events.move })
}

/** `series`: null if one date moved alone. */
function movedText(series: EventRecord['series'], name: string, after: When): string {
  return series
    ? sayCount(words.events.datesMoved, series.dates, { name })
    : say(words.events.movedTo, { name, when: whenText(after) })
}

async function store(id: string, when: When, expectedModified: string, scope?: Scope): Promise<EventAnswer> {
  const answer = await send<EventAnswer>('PUT', `/events/${id}${scopeQuery(scope)}`, {
    ...whenInput(when),
    expectedModified,
  })
  await readAgain('/events')
  return answer
}
