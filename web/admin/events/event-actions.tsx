import { Button, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CancelledDisplay } from '../../../src/events/cancelled-text.ts'
import type { DeletedAnswer, EventAnswer, EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { get, send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { ReachAhead } from '../kit/reach-ahead.tsx'
import { sayCount, sentences } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { done, failed } from '../kit/toast.tsx'
import { undoChanges, undoFromToast } from '../kit/undo-changes.ts'
import { words } from '../words/index.ts'
import { DeleteEvent } from './delete-event.tsx'
import { copyPath, pathsOf } from './event-paths.ts'
import { type Scope, scopeQuery, scopesOf } from './scopes.ts'
import { cancelledText } from './seen-words.ts'
import { ChooseScope, useWhichDates } from './which-dates.tsx'

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
  const [scope, setScope] = useState<Scope>('this')
  const whichDates = useWhichDates()
  const { data: publisher } = useData<OwnPublisher>(mayEdit ? '/publisher' : null)
  const { api, query } = pathsOf(subscriber)
  const path = `${api}/${event.id}`
  if (!mayEdit) return null

  const scopes = event.series ? scopesOf(event.series) : []
  const ask = (what: 'cancel' | 'delete') => {
    setScope('this')
    setAsking(what)
  }

  const read = async () => onChanged((await get<{ data: EventRecord }>(path)).data)
  const undoChange = (change: string) => void undoChanges([change]).then(read).catch(failed)

  const setCancelled = async (cancelled: 0 | 1, expectedModified: string, dates: Scope = 'this') => {
    const input = { cancelled, expectedModified }
    const { data, change } = await send<EventAnswer>('PUT', path + scopeQuery(dates), input)
    onChanged(data)
    void readAgain(api, '/changes')
    const undo = () =>
      change ? undoChange(change) : void setCancelled(cancelled ? 0 : 1, data.modified).catch(failed)
    const [one, several] = cancelled
      ? [words.events.eventCancelled, words.events.datesCancelled]
      : [words.events.eventOnAgain, words.events.datesOnAgain]
    done(dates === 'this' ? one : sayCount(several, data.series!.dates), undo)
  }
  const takePlace = async () => {
    const title = words.events.askOnAgain
    const dates = await whichDates.ask({ event, subscriber, title, action: words.events.undoCancellation })
    if (dates) await setCancelled(0, event.modified, dates)
  }
  const remove = async (dates: Scope) => {
    const { change } = await send<DeletedAnswer>('DELETE', path + scopeQuery(dates))
    await navigate({ href: `/events${query}` })
    void readAgain(api)
    done(
      dates === 'this' ? words.events.eventDeleted : words.events.datesDeleted,
      change ? () => undoFromToast([change]) : undefined,
    )
  }
  return (
    <>
      <Button component={Link} to={copyPath(event.id, subscriber)} variant="default">
        {words.events.duplicate}
      </Button>
      {event.cancelled ? (
        <Button variant="default" onClick={() => void takePlace().catch(failed)}>
          {words.events.undoCancellation}
        </Button>
      ) : (
        <Button variant="default" onClick={() => ask('cancel')}>
          {words.events.cancelEvent}
        </Button>
      )}
      <Button variant="outline" color="bad" onClick={() => ask('delete')}>
        {words.kit.delete}
      </Button>
      <Confirm
        opened={asking === 'cancel'}
        onClose={() => setAsking(undefined)}
        title={scopes.length > 1 ? words.events.askCancelDates : words.events.askCancel}
        action={scope === 'this' ? words.events.cancelEvent : words.events.cancelDates}
        onConfirm={() => setCancelled(1, event.modified, scope)}
      >
        <Stack>
          {event.series && scopes.length > 1 && (
            <ChooseScope series={event.series} scopes={scopes} value={scope} onChange={setScope} />
          )}
          {asking === 'cancel' && !event.private && !event.draft && <ReachAhead eventIds={[event.id]} />}
          <span>
            {sentences(
              event.draft
                ? words.events.draftUnseen
                : cancelledText(publisher?.cancelledEvents ?? 'mark', publisher?.cancelledMark ?? ''),
              words.events.canUndo,
              words.events.settingsSay,
            )}
          </span>
        </Stack>
      </Confirm>
      {whichDates.dialog}
      <DeleteEvent
        event={event}
        path={path}
        opened={asking === 'delete'}
        onClose={() => setAsking(undefined)}
        scopes={scopes}
        scope={scope}
        onScope={setScope}
        onDelete={() => remove(scope)}
        onChanged={(changed) => {
          onChanged(changed)
          void readAgain(api, '/changes')
        }}
      />
    </>
  )
}
