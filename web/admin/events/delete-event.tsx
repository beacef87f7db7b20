import { Radio, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import type { EventAnswer, EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { get, send } from '../kit/api.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { Confirm } from '../kit/confirm.tsx'
import { ReachAhead } from '../kit/reach-ahead.tsx'
import { say, sayCount, sentences } from '../kit/say.tsx'
import { done, failed } from '../kit/toast.tsx'
import { undoChanges } from '../kit/undo-changes.ts'
import { words } from '../words/index.ts'
import { type Scope, scopeQuery } from './scopes.ts'
import { ChooseScope } from './which-dates.tsx'

interface DeleteProps {
  event: EventRecord
  /** The path of the event in the admin API. */
  path: string
  opened: boolean
  onClose: () => void
  /** Of a date of a series: the dates that may be meant, and those that are. */
  scopes: Scope[]
  scope: Scope
  onScope: (scope: Scope) => void
  /** Deletes the event, or the dates. */
  onDelete: () => Promise<void>
  onChanged: (event: EventRecord) => void
}

/** Asks before an event is deleted. One in several calendars can be taken out of one of them instead. */
export function DeleteEvent(props: DeleteProps) {
  const { event, path, opened, onClose, scopes, scope, onScope, onDelete, onChanged } = props
  const { nameOf } = useCalendarNames()
  const [from, setFrom] = useState<'one' | 'all'>('one')
  const [calendarId, setCalendarId] = useState<string | null>(null)
  const { calendarIds } = event
  const several = calendarIds.length > 1
  const takeOut = several && from === 'one'

  const change = async (input: object, expectedModified: string, dates: Scope = 'this') => {
    const body = { ...input, expectedModified }
    const answer = await send<EventAnswer>('PUT', path + scopeQuery(dates), body)
    onChanged(answer.data)
    return answer
  }
  const read = async () => onChanged((await get<{ data: EventRecord }>(path)).data)
  const confirm = async () => {
    if (!takeOut) return onDelete()
    const after = await change({ removeCalendarIds: [calendarId] }, event.modified, scope)
    const before = { calendarId: event.calendarId, calendarIds }
    const undo = () => {
      const undone = after.change
        ? undoChanges([after.change]).then(read)
        : change(before, after.data.modified)
      void undone.catch(failed)
    }
    const text = scope === 'this' ? words.events.outOfCalendar : words.events.datesOutOfCalendar
    done(say(text, { calendar: nameOf(calendarId!) }), undo)
  }
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={titleOf(event, scopes)}
      action={takeOut ? words.events.takeItOut : words.kit.delete}
      waiting={takeOut && (calendarId === null || !calendarIds.includes(calendarId))}
      onConfirm={confirm}
    >
      <Stack>
        {event.series && scopes.length > 1 && (
          <ChooseScope series={event.series} scopes={scopes} value={scope} onChange={onScope} />
        )}
        {several && (
          <Radio.Group
            aria-label={words.events.whichCalendars}
            value={from}
            onChange={(chosen) => setFrom(chosen)}
          >
            <Stack gap="sm">
              <Radio value="one" label={words.events.outOfOne} />
              <Radio value="all" label={sayCount(words.events.deleteFromAll, calendarIds.length)} />
            </Stack>
          </Radio.Group>
        )}
        {takeOut && (
          <Select
            label={words.events.outOfWhich}
            data={calendarIds.map((id) => ({ value: id, label: nameOf(id) }))}
            value={calendarId}
            onChange={setCalendarId}
            allowDeselect={false}
          />
        )}
        {opened && !takeOut && !event.private && !event.draft && <ReachAhead eventIds={[event.id]} />}
        <span>{takeOut ? outOfOne(event, scope) : outOfAll(event, scope)}</span>
      </Stack>
    </Confirm>
  )
}

function outOfOne({ name, draft }: EventRecord, scope: Scope): string {
  const stays = say(scope === 'this' ? words.events.staysInOthers : words.events.staysOnDates, { name })
  return draft ? stays : sentences(stays, words.events.othersSeeNot)
}

function outOfAll({ name, draft, series }: EventRecord, scope: Scope): string {
  const { events } = words
  const gone = (ofDraft: string, ofLive: string) => say(draft ? ofDraft : ofLive, { name })
  if (!series) return sentences(gone(events.goneForGood, events.goneForGoodLive), events.cancelInstead)
  const what =
    scope === 'this'
      ? sentences(gone(events.goneThis, events.goneThisLive), events.seriesLeavesOut)
      : gone(events.goneDates, events.goneDatesLive)
  return sentences(what, events.canUndo, events.cancelInstead)
}

function titleOf({ calendarIds }: EventRecord, scopes: Scope[]): string {
  if (calendarIds.length > 1) return sayCount(words.events.inSeveral, calendarIds.length)
  return scopes.length > 1 ? words.events.askDeleteDates : words.events.askDelete
}
