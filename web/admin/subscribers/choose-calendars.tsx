import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { send } from '../kit/api.ts'
import { readAgain, useList } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { SearchField } from '../kit/filters.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { Failure, Loading, Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'

interface ChooseProps {
  record: SubscriberRecord
  opened: boolean
  onClose: () => void
}

/** Changes which calendars a subscriber follows. */
export function ChooseCalendars({ record, opened, onClose }: ChooseProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.subscribers.changeCalendars}>
      <Choices key={record.modified} record={record} onClose={onClose} />
    </Dialog>
  )
}

function Choices({ record, onClose }: Omit<ChooseProps, 'opened'>) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState(() => record.calendars.map(({ id }) => id))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const list = useList<Pick<AdminCalendar, 'id' | 'name' | 'draft'>>('/calendars', {
    q,
    sort: 'name',
    limit: 50,
  })

  const save = async () => {
    setBusy(true)
    try {
      await send('PUT', `/subscribers/${record.id}/calendars`, { calendarIds: chosen })
      await readAgain('/subscribers')
      done(words.subscribers.calendarsChanged)
      onClose()
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {words.subscribers.changeCalendarsText}
      </Text>
      <SearchField value={q} onChange={setQ} hint={words.subscribers.calendarName} />
      {list.error ? (
        <Failure error={list.error} again={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading rows={4} />
      ) : (
        <Checkbox.Group value={chosen} onChange={setChosen} aria-label={words.subscribers.calendars}>
          <Stack gap="sm" className="choices">
            {list.rows.map(({ id, name, draft }) => (
              <Checkbox key={id} value={id} label={draft ? say(words.kit.nameOfDraft, { name }) : name} />
            ))}
            {list.rows.length === 0 && <Text c="dimmed">{words.subscribers.noCalendarMatches}</Text>}
            {list.hasNextPage && (
              <Button
                variant="subtle"
                onClick={() => void list.fetchNextPage()}
                loading={list.isFetchingNextPage}
              >
                {words.kit.showMore}
              </Button>
            )}
          </Stack>
        </Checkbox.Group>
      )}
      <Refusal error={problem} />
      <Group justify="space-between">
        <Text size="sm">{sayCount(words.subscribers.chosen, chosen.length)}</Text>
        <DialogButtons onClose={onClose}>
          <Button onClick={() => void save()} loading={busy}>
            {words.kit.save}
          </Button>
        </DialogButtons>
      </Group>
    </Stack>
  )
}
