import { Button, Menu, Stack, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { SegmentRecord } from '../../../src/http/admin/segments-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { FilterSelect } from '../kit/filters.tsx'
import { useServerForm } from '../kit/form.ts'
import { RowMenu } from '../kit/row-menu.tsx'
import { say } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { filterOf, type Kept, keptOf, NOTHING_KEPT, sameKept } from './kept-filters.ts'

interface SegmentsProps {
  /** The filters of the page that a segment keeps. */
  kept: Kept
  /** True while a text is searched, which a segment does not keep. */
  searching: boolean
  onChoose: (kept: Kept) => void
}

/** The segments: chooses one, keeps the present filters as one, renames and deletes it. */
export function Segments({ kept, searching, onChoose }: SegmentsProps) {
  const mayEdit = useMay('editor')
  const { data: segments = [] } = useData<SegmentRecord[]>('/segments')
  const [naming, setNaming] = useState<'new' | SegmentRecord>()
  const [deleting, setDeleting] = useState<SegmentRecord>()
  const chosen = segments.find(({ filter }) => sameKept(keptOf(filter), kept))
  const choose = (id: string) => {
    const segment = segments.find((one) => one.id === id)
    onChoose(segment ? keptOf(segment.filter) : NOTHING_KEPT)
  }
  return (
    <>
      {segments.length > 0 && (
        <FilterSelect
          label={words.subscribers.segment}
          all={words.subscribers.noSegment}
          value={chosen?.id ?? ''}
          options={segments.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={choose}
        />
      )}
      {chosen && mayEdit && (
        <RowMenu name={chosen.name}>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setNaming(chosen)}>
            {words.subscribers.rename}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setDeleting(chosen)}>
            {words.kit.delete}
          </Menu.Item>
        </RowMenu>
      )}
      {!chosen && mayEdit && !sameKept(kept, NOTHING_KEPT) && (
        <Button
          variant="subtle"
          leftSection={<IconBookmark size={16} aria-hidden />}
          onClick={() => setNaming('new')}
        >
          {words.subscribers.keep}
        </Button>
      )}
      {naming === 'new' && (
        <NameDialog
          title={words.subscribers.keepTitle}
          text={words.subscribers.keepText + (searching ? ` ${words.subscribers.searchNotKept}` : '')}
          action={words.kit.save}
          name=""
          save={(name) => send('POST', '/segments', { name, filter: filterOf(kept) })}
          onClose={() => setNaming(undefined)}
        />
      )}
      {naming && naming !== 'new' && (
        <NameDialog
          title={words.subscribers.renameTitle}
          action={words.subscribers.rename}
          name={naming.name}
          save={(name) => send('PUT', `/segments/${naming.id}`, { name })}
          onClose={() => setNaming(undefined)}
        />
      )}
      <Confirm
        opened={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={say(words.subscribers.deleteSegmentTitle, { name: deleting?.name ?? '' })}
        action={words.kit.delete}
        onConfirm={async () => {
          await send('DELETE', `/segments/${deleting!.id}`)
          await readAgain('/segments')
          done(words.subscribers.segmentDeleted)
        }}
      >
        {words.subscribers.deleteSegmentText}
      </Confirm>
    </>
  )
}

interface NameDialogProps {
  title: string
  text?: string
  action: string
  name: string
  save: (name: string) => Promise<unknown>
  onClose: () => void
}

function NameDialog({ title, text, action, name, save, onClose }: NameDialogProps) {
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { name },
    validate: { name: (typed) => (typed.trim() ? null : words.subscribers.segmentNameFault) },
    async save(values) {
      await save(values.name)
      await readAgain('/segments')
      done(words.kit.saved)
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {text && <Text size="sm">{text}</Text>}
          <TextInput
            label={words.kit.name}
            maxLength={100}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Refusal error={problem} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={busy}>
              {action}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
