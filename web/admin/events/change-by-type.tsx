import { Alert, Button, Checkbox, Group, List, Progress, Select, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  GroupChangeAnswer,
  GroupPreviewAnswer,
  ReferenceTypesAnswer,
} from '../../../src/http/admin/events-schemas.ts'
import { send } from '../kit/api.ts'
import { readAgain, useList } from '../kit/data.ts'
import { Dialog } from '../kit/dialog.tsx'
import { count, counted } from '../kit/format.ts'
import { Empty, Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { undoFromToast } from '../kit/undo-changes.ts'
import { type Change, ChangeField, CHANGES, INITIAL_VALUES, inputOfChanges } from './group-changes.tsx'

/** Makes the same change to all events of a reference type, after a preview of how many will change. */
export function ChangeByType({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      opened={opened}
      onClose={() => busy || onClose()}
      title="Change all events of a reference type"
      size="lg"
    >
      <Steps busy={busy} setBusy={setBusy} onClose={onClose} />
    </Dialog>
  )
}

type GroupPreview = GroupPreviewAnswer['data']

function Steps({
  busy,
  setBusy,
  onClose,
}: {
  busy: boolean
  setBusy: (busy: boolean) => void
  onClose: () => void
}) {
  const types = useList<ReferenceTypesAnswer['data'][number]>('/reference-types')
  const [type, setType] = useState<string | null>(null)
  const [values, setValues] = useState(INITIAL_VALUES)
  const [on, setOn] = useState<Set<Change>>(new Set())
  const [preview, setPreview] = useState<GroupPreview>()
  const [updated, setUpdated] = useState<number>()
  const [problem, setProblem] = useState<unknown>()
  const path = `/reference-types/${encodeURIComponent(type ?? '')}/events`
  const input = inputOfChanges(on, values)

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    await work().catch(setProblem)
    setBusy(false)
    setUpdated(undefined)
  }
  const check = () =>
    attempt(async () => setPreview((await send<GroupPreviewAnswer>('PUT', `${path}?dryRun=1`, input)).data))
  const apply = () =>
    attempt(async () => {
      const sum = { updated: 0, changed: 0 }
      const changes: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const answer: GroupChangeAnswer = await send('PUT', `${path}?cursor=${cursor}`, input)
        sum.updated += answer.data.updated
        sum.changed += answer.data.changed
        if (answer.data.change) changes.push(answer.data.change)
        setUpdated(sum.updated)
        cursor = answer.next
      }
      await readAgain('/events', '/reference-types')
      done(`${counted(sum.changed, 'event is', 'events are')} changed`, () => undoFromToast(changes), true)
      onClose()
    })
  const edit = (work: () => void) => {
    setPreview(undefined)
    work()
  }
  const chosen = types.rows.find(({ referenceType }) => referenceType === type)
  if (!types.isPending && types.rows.length === 0 && !types.error)
    return (
      <Empty title="No event has a reference type">
        Give events that belong together the same reference type, such as “round-7”. Then you can change all
        of them at once.
      </Empty>
    )
  return (
    <Stack>
      <Select
        label="Reference type"
        searchable
        data={types.rows.map(({ referenceType, events }) => ({
          value: referenceType,
          label: `${referenceType} (${count(events.value)}${events.more ? ' or more' : ''})`,
        }))}
        value={type}
        onChange={(chosenType) => edit(() => setType(chosenType))}
        allowDeselect={false}
        nothingFoundMessage="No match"
        data-autofocus
      />
      {types.hasNextPage && (
        <Button
          variant="subtle"
          w="fit-content"
          loading={types.isFetchingNextPage}
          onClick={() => void types.fetchNextPage()}
        >
          Load more reference types
        </Button>
      )}
      <Stack gap="xs" role="group" aria-label="What to change">
        {CHANGES.map(([name, label]) => (
          <div key={name}>
            <Checkbox
              label={label}
              checked={on.has(name)}
              onChange={(event) => {
                const { checked } = event.currentTarget
                edit(() => setOn((before) => toggled(before, name, checked)))
              }}
            />
            {on.has(name) && (
              <ChangeField
                name={name}
                values={values}
                onChange={(change) => edit(() => setValues({ ...values, ...change }))}
              />
            )}
          </div>
        ))}
      </Stack>
      {preview && <PreviewText preview={preview} type={type ?? ''} />}
      {updated !== undefined && preview && (
        <Progress value={(100 * updated) / Math.max(1, preview.events)} aria-label="Progress" />
      )}
      <Refusal error={problem} />
      <Group justify="flex-end">
        <Button
          variant={preview ? 'default' : 'filled'}
          disabled={!chosen || on.size === 0}
          loading={busy && !preview}
          onClick={() => void check()}
        >
          See what will change
        </Button>
        {preview && preview.refused.length === 0 && preview.changed > 0 && (
          <Button loading={busy} onClick={() => void apply()}>
            Change {counted(preview.changed, 'event', 'events')}
            {preview.more && ' or more'}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function PreviewText({ preview, type }: { preview: GroupPreview; type: string }) {
  const { events, changed, more, refused } = preview
  if (refused.length > 0)
    return (
      <Alert color="bad" title="Not all events can take this change" role="alert">
        <List size="sm">
          {refused.map(({ id, name, errors }) => (
            <List.Item key={id}>
              <Link to={`/events/${id}`}>{name}</Link>: {Object.values(errors).join(' · ')}
            </List.Item>
          ))}
        </List>
      </Alert>
    )
  return (
    <Text aria-live="polite">
      {changed === 0
        ? 'All of them have these values already.'
        : `${count(changed)} of ${counted(events, 'event', 'events')}${more ? ' and more' : ''} of “${type}” will change, also in subscribers’ calendars.`}
    </Text>
  )
}

function toggled(before: Set<Change>, name: Change, on: boolean): Set<Change> {
  const after = new Set(before)
  if (on) after.add(name)
  else after.delete(name)
  return after
}
