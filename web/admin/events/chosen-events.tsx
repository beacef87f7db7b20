import { Button, Checkbox, Group, Progress, Text } from '@mantine/core'
import { useState } from 'react'
import type { EventListed, EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { ApiError, send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { problemText, readAgain } from '../kit/data.ts'
import { counted } from '../kit/format.ts'
import { done, failed } from '../kit/toast.tsx'
import { showUndoResult } from '../kit/undo-changes.ts'

interface ChosenProps {
  /** The path of these events in the admin API. */
  api: string
  chosen: EventListed[]
  all: boolean
  onAll: (on: boolean) => void
  onDone: (ids: string[]) => void
}

/** The actions on the events that are selected in a table. */
export function ChosenEvents({ api, chosen, all, onAll, onDone }: ChosenProps) {
  const [share, setShare] = useState<number>()
  const [asking, setAsking] = useState(false)
  const ids = chosen.map(({ id }) => id)
  const published = chosen.filter(({ draft }) => !draft).length

  /** Works through the events one by one, to show progress. Stops at the first refusal. */
  const each = async (work: (event: EventListed) => Promise<unknown>) => {
    setShare(0)
    let finished = 0
    try {
      for (const event of chosen) {
        await work(event)
        setShare((100 * ++finished) / chosen.length)
      }
    } catch (error) {
      throw new Error(
        `${counted(finished, 'event is', 'events are')} done, then it stopped: ${problemText(error)}`,
        { cause: error },
      )
    } finally {
      setShare(undefined)
      onDone(ids.slice(0, finished))
      void readAgain(api)
    }
  }
  const setDraft = (draft: 0 | 1) => {
    const text = draft ? 'is a draft now' : 'is published'
    const changed: EventListed[] = []
    each(async (event) => {
      const { data } = await store(api, event, draft)
      if (event.draft !== data.draft) changed.push(data)
    })
      .then(() =>
        done(
          `${counted(ids.length, 'event', 'events')} ${ids.length === 1 ? text : text.replace('is', 'are').replace('a draft', 'drafts')}`,
          changed.length > 0 ? () => void putBack(api, changed, draft ? 0 : 1).catch(failed) : undefined,
        ),
      )
      .catch((error: unknown) => failed(error instanceof Error ? error.cause : error))
  }
  const remove = async () => {
    await each(({ id }) => send('DELETE', `${api}/${id}`))
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
          <Button
            size="compact-sm"
            variant="outline"
            color="bad"
            disabled={share !== undefined}
            onClick={() => setAsking(true)}
          >
            Delete
          </Button>
        </>
      )}
      {share !== undefined && <Progress value={share} w={160} aria-label="Progress" />}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${counted(chosen.length, 'event', 'events')}?`}
        action="Delete"
        onConfirm={remove}
      >
        {published > 0
          ? `${counted(published, 'of them is', 'of them are')} published, and will disappear from the calendars of subscribers.`
          : 'All of them are drafts, so no subscriber will notice.'}{' '}
        This can’t be undone.
      </Confirm>
    </Group>
  )
}

function store(api: string, { id, modified }: EventListed, draft: 0 | 1): Promise<{ data: EventRecord }> {
  return send('PUT', `${api}/${id}`, { draft, expectedModified: modified })
}

/** Restores the draft state of events, except those that have changed since. */
async function putBack(api: string, events: EventListed[], draft: 0 | 1): Promise<void> {
  const left: { name: string; why: 'changed' | 'deleted' }[] = []
  try {
    for (const event of events)
      await store(api, event, draft).catch((error: unknown) => {
        const status = error instanceof ApiError ? error.status : 0
        if (status !== 409 && status !== 404) throw error
        left.push({ name: event.name, why: status === 404 ? 'deleted' : 'changed' })
      })
  } finally {
    await readAgain(api)
  }
  showUndoResult({ restored: events.length - left.length, leftAlone: left.length, left })
}
