import { Button, Checkbox, Group, Progress, Text } from '@mantine/core'
import { useState } from 'react'
import type { EventListed, EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { ApiError, send } from '../kit/api.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { Confirm } from '../kit/confirm.tsx'
import { problemText, readAgain } from '../kit/data.ts'
import { counted } from '../kit/format.ts'
import { done, failed } from '../kit/toast.tsx'
import { showUndoResult } from '../kit/undo-changes.ts'
import { type CalendarChange, ChosenCalendars } from './chosen-calendars.tsx'

interface ChosenProps {
  /** The path of these events in the admin API. */
  api: string
  /** Public events can be in several calendars. */
  isPublic: boolean
  chosen: EventListed[]
  all: boolean
  onAll: (on: boolean) => void
  onDone: (ids: string[]) => void
}

/** The actions on the events that are selected in a table. */
export function ChosenEvents({ api, isPublic, chosen, all, onAll, onDone }: ChosenProps) {
  const [share, setShare] = useState<number>()
  const [asking, setAsking] = useState<'delete' | 'calendars'>()
  const { nameOf } = useCalendarNames()
  const ids = chosen.map(({ id }) => id)
  const published = chosen.filter(({ draft }) => !draft).length
  const shared = chosen.filter(({ calendarIds }) => calendarIds.length > 1).length

  /** Works through the events one by one, to show progress. Stops at the first refusal. */
  const each = async (events: EventListed[], work: (event: EventListed) => Promise<unknown>) => {
    setShare(0)
    let finished = 0
    try {
      for (const event of events) {
        await work(event)
        setShare((100 * ++finished) / events.length)
      }
    } catch (error) {
      throw new Error(
        `${counted(finished, 'event is', 'events are')} done, then it stopped: ${problemText(error)}`,
        { cause: error },
      )
    } finally {
      setShare(undefined)
      onDone(events.slice(0, finished).map(({ id }) => id))
      void readAgain(api)
    }
  }
  const setDraft = (draft: 0 | 1) => {
    const text = draft ? 'is a draft now' : 'is published'
    const changed: Changed[] = []
    each(chosen, async (event) => {
      const { data } = await store(api, event, { draft })
      if (event.draft !== data.draft) changed.push({ event: data, before: { draft: draft ? 0 : 1 } })
    })
      .then(() =>
        done(
          `${counted(ids.length, 'event', 'events')} ${ids.length === 1 ? text : text.replace('is', 'are').replace('a draft', 'drafts')}`,
          changed.length > 0 ? () => void putBack(api, changed).catch(failed) : undefined,
        ),
      )
      .catch((error: unknown) => failed(error instanceof Error ? error.cause : error))
  }
  const setCalendars = (events: EventListed[], change: CalendarChange, calendarId: string) => {
    const input = change === 'add' ? { addCalendarIds: [calendarId] } : { removeCalendarIds: [calendarId] }
    const text = change === 'add' ? `in ${nameOf(calendarId)} too` : `no longer in ${nameOf(calendarId)}`
    const changed: Changed[] = []
    each(events, async (event) => {
      const { data } = await store(api, event, input)
      const { calendarId: home, calendarIds } = event
      changed.push({ event: data, before: { calendarId: home, calendarIds } })
    })
      .then(() =>
        done(
          `${counted(events.length, 'event is', 'events are')} ${text}`,
          () => void putBack(api, changed).catch(failed),
        ),
      )
      .catch((error: unknown) => failed(error instanceof Error ? error.cause : error))
  }
  const remove = async () => {
    await each(chosen, ({ id }) => send('DELETE', `${api}/${id}`))
    done(`${counted(ids.length, 'event is', 'events are')} deleted`)
  }
  return (
    <Group gap="sm" className="chosen">
      <Checkbox
        label="Select all shown"
        checked={all}
        indeterminate={!all && chosen.length > 0}
        onChange={(event) => onAll(event.currentTarget.checked)}
      />
      {chosen.length > 0 && (
        <>
          <Text size="sm" aria-live="polite">
            {chosen.length} selected
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            disabled={share !== undefined}
            onClick={() => setDraft(0)}
          >
            Publish
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={share !== undefined}
            onClick={() => setDraft(1)}
          >
            Make drafts
          </Button>
          {isPublic && (
            <Button
              size="compact-sm"
              variant="default"
              disabled={share !== undefined}
              onClick={() => setAsking('calendars')}
            >
              Change calendars
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="outline"
            color="bad"
            disabled={share !== undefined}
            onClick={() => setAsking('delete')}
          >
            Delete
          </Button>
        </>
      )}
      {share !== undefined && <Progress value={share} w={160} aria-label="Progress" />}
      <Confirm
        opened={asking === 'delete'}
        onClose={() => setAsking(undefined)}
        title={`Delete ${counted(chosen.length, 'event', 'events')}?`}
        action="Delete"
        onConfirm={remove}
      >
        {published > 0
          ? `${counted(published, 'of them is', 'of them are')} published, and will disappear from the calendars of subscribers.`
          : 'All of them are drafts, so no subscriber will notice.'}{' '}
        {shared > 0 &&
          `${counted(shared, 'of them is', 'of them are')} in several calendars, and will be deleted from all. `}
        This can’t be undone.
      </Confirm>
      <ChosenCalendars
        key={String(asking === 'calendars')}
        chosen={chosen}
        opened={asking === 'calendars'}
        onClose={() => setAsking(undefined)}
        onChange={setCalendars}
      />
    </Group>
  )
}

/** An event after a change, and the input that undoes it. */
interface Changed {
  event: EventRecord
  before: object
}

function store(
  api: string,
  { id, modified }: Pick<EventListed, 'id' | 'modified'>,
  input: object,
): Promise<{ data: EventRecord }> {
  return send('PUT', `${api}/${id}`, { ...input, expectedModified: modified })
}

/** Undoes changes of events, except of those that have changed since. */
async function putBack(api: string, changed: Changed[]): Promise<void> {
  const left: { name: string; why: 'changed' | 'deleted' }[] = []
  try {
    for (const { event, before } of changed)
      await store(api, event, before).catch((error: unknown) => {
        const status = error instanceof ApiError ? error.status : 0
        if (status !== 409 && status !== 404) throw error
        left.push({ name: event.name, why: status === 404 ? 'deleted' : 'changed' })
      })
  } finally {
    await readAgain(api)
  }
  showUndoResult({ restored: changed.length - left.length, leftAlone: left.length, left })
}
