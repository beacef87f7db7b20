import { Button, Group, List, Text } from '@mantine/core'
import { useState } from 'react'
import type { UndoPreviewAnswer } from '../../../src/http/admin/many-events-schemas.ts'
import { Confirm } from '../kit/confirm.tsx'
import { useData } from '../kit/data.ts'
import { messageText } from '../kit/reasons.ts'
import { say, sayCount } from '../kit/say.tsx'
import { undoChanges, WHY } from '../kit/undo-changes.ts'
import { words } from '../words/index.ts'

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
          {words.auditLog.undoThis}
        </Button>
      </Group>
      {data.leftAlone > 0 && <LeftAlone preview={data} />}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={ofSeries ? words.auditLog.seriesBack : sayCount(words.auditLog.eventsBack, data.events)}
        action={words.auditLog.putBack}
        danger={false}
        onConfirm={undo}
      >
        {ofSeries ? words.auditLog.seriesBackText : words.auditLog.eventsBackText}
      </Confirm>
    </>
  )
}

function NotPossible({ preview }: { preview: Preview }) {
  const { left, leftAlone, refused, reason } = preview
  const [only] = left
  if (refused === null && leftAlone > 1) return <LeftAlone preview={preview} />
  return (
    <Text size="sm" c="dimmed">
      {refused !== null
        ? say(words.auditLog.cantUndo, { reason: messageText(refused, reason) })
        : only
          ? say(words.auditLog.cantUndoWhy, { why: WHY[only.why] })
          : words.auditLog.cantUndoNothing}
    </Text>
  )
}

function LeftAlone({ preview: { left, leftAlone, events } }: { preview: Preview }) {
  const rest = leftAlone - left.length
  const title = events === 0 ? words.auditLog.cantUndoThese : sayCount(words.auditLog.wouldStay, leftAlone)
  return (
    <Text size="sm" c="dimmed" component="div">
      {title}
      <List size="sm">
        {left.map(({ id, name, why }) => (
          <List.Item key={id}>{say(words.kit.whyLeft, { name, why: WHY[why] })}</List.Item>
        ))}
        {rest > 0 && <List.Item>{sayCount(words.kit.andOthers, rest)}</List.Item>}
      </List>
    </Text>
  )
}
