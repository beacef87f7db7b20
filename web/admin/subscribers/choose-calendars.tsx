import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { send } from '../kit/api.ts'
import { readAgain, useList } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { SearchField } from '../kit/filters.tsx'
import { counted } from '../kit/format.ts'
import { Failure, Loading, Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'

interface ChooseProps {
  record: SubscriberRecord
  opened: boolean
  onClose: () => void
}

/** Changes which calendars a subscriber follows. */
export function ChooseCalendars({ record, opened, onClose }: ChooseProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Change calendars">
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
      done('Calendars changed')
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
        Their calendar shows the change at its next update. Callbacks are not notified.
      </Text>
      <SearchField value={q} onChange={setQ} hint="Name of a calendar" />
      {list.error ? (
        <Failure error={list.error} again={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading rows={4} />
      ) : (
        <Checkbox.Group value={chosen} onChange={setChosen} aria-label="Calendars">
          <Stack gap="sm" className="choices">
            {list.rows.map(({ id, name, draft }) => (
              <Checkbox key={id} value={id} label={draft ? `${name} (draft)` : name} />
            ))}
            {list.rows.length === 0 && <Text c="dimmed">No calendar matches.</Text>}
            {list.hasNextPage && (
              <Button
                variant="subtle"
                onClick={() => void list.fetchNextPage()}
                loading={list.isFetchingNextPage}
              >
                Show more
              </Button>
            )}
          </Stack>
        </Checkbox.Group>
      )}
      <Refusal error={problem} />
      <Group justify="space-between">
        <Text size="sm">{counted(chosen.length, 'calendar', 'calendars')} chosen</Text>
        <DialogButtons onClose={onClose}>
          <Button onClick={() => void save()} loading={busy}>
            Save
          </Button>
        </DialogButtons>
      </Group>
    </Stack>
  )
}
