import { Button, Group, List, Text } from '@mantine/core'
import { useState } from 'react'
import type { UndoPreviewAnswer } from '../../../src/http/admin/many-events-schemas.ts'
import { Confirm } from '../kit/confirm.tsx'
import { useData } from '../kit/data.ts'
import { count, counted } from '../kit/format.ts'
import { undoChanges, WHY } from '../kit/undo-changes.ts'

type Preview = UndoPreviewAnswer['data']

interface Props {
  /** The id of the log entry. */
  id: string
  ofSeries?: boolean
  onDone: () => void
}

/** A button that undoes what an entry tells, or why that is no more possible. */
export function UndoEntry({ id, ofSeries = false, onDone }: Props) {
  const [asking, setAsking] = useState(false)
  const { data, error } = useData<Preview>(`/event-changes/${id}/undo`)
  if (error || !data) return null
  if (data.refused !== null || (!ofSeries && data.events === 0)) return <NotPossible preview={data} />
  const undo = async () => {
    await undoChanges([id])
    onDone()
  }
  return (
    <>
      <Group>
        <Button variant="default" onClick={() => setAsking(true)}>
          Undo this change
        </Button>
      </Group>
      {data.leftAlone > 0 && <LeftAlone preview={data} />}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={ofSeries ? 'Put the series back?' : `Put ${counted(data.events, 'event', 'events')} back?`}
        action="Put back"
        danger={false}
        onConfirm={undo}
      >
        {ofSeries
          ? 'Its rule, fields and dates become as they were “Before”, here and in subscribers’ calendars. What was changed by hand on a date since then stays. If the series itself was changed again, nothing happens.'
          : 'Here and in subscribers’ calendars all becomes as it was before: changed events get their “Before” values, deleted ones come back, new ones are deleted. Events that have changed since then stay as they are.'}
      </Confirm>
    </>
  )
}

function NotPossible({ preview }: { preview: Preview }) {
  const { left, leftAlone, refused } = preview
  const [only] = left
  if (refused === null && leftAlone > 1) return <LeftAlone preview={preview} />
  return (
    <Text size="sm" c="dimmed">
      This can’t be undone: {refused ?? (only ? `${WHY[only.why]}.` : 'nothing is left to put back.')}
    </Text>
  )
}

function LeftAlone({ preview: { left, leftAlone, events } }: { preview: Preview }) {
  const rest = leftAlone - left.length
  const title =
    events === 0
      ? 'This can’t be undone:'
      : `${count(leftAlone)} would stay as ${leftAlone === 1 ? 'it is' : 'they are'}:`
  return (
    <Text size="sm" c="dimmed" component="div">
      {title}
      <List size="sm">
        {left.map(({ id, name, why }) => (
          <List.Item key={id}>
            {name}: {WHY[why]}
          </List.Item>
        ))}
        {rest > 0 && <List.Item>and {counted(rest, 'other', 'others')}</List.Item>}
      </List>
    </Text>
  )
}
