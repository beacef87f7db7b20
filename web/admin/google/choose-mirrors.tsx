import { Alert, Box, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { send } from '../kit/api.ts'
import { readAgain, useList } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { SearchField } from '../kit/filters.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { Failure, Loading, Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'

const texts = words.google

interface ChooseProps {
  /** The chosen calendars as they are stored. */
  before: { id: string }[]
  opened: boolean
  onClose: () => void
}

/** Changes which public calendars are at Google as well. */
export function ChooseMirrors({ before, opened, onClose }: ChooseProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.choose}>
      <Choices before={before} onClose={onClose} />
    </Dialog>
  )
}

function Choices({ before, onClose }: Omit<ChooseProps, 'opened'>) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState(() => before.map(({ id }) => id))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const list = useList<Pick<AdminCalendar, 'id' | 'name' | 'draft'>>('/calendars', {
    q,
    sort: 'name',
    limit: 50,
  })
  const gone = before.filter(({ id }) => !chosen.includes(id)).length

  const save = async () => {
    setBusy(true)
    try {
      await send('PUT', '/google/mirrors', { calendarIds: chosen })
      await readAgain('/google')
      done(texts.saved)
      onClose()
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack>
      {/* In a column it would grow downwards. */}
      <Box>
        <SearchField value={q} onChange={setQ} hint={texts.calendarName} />
      </Box>
      {list.error ? (
        <Failure error={list.error} again={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading rows={4} />
      ) : (
        <Checkbox.Group value={chosen} onChange={setChosen} aria-label={texts.calendars}>
          <Stack gap="sm" className="mirror-choices">
            {list.rows.map(({ id, name, draft }) => (
              <Checkbox
                key={id}
                value={id}
                disabled={draft && !chosen.includes(id)}
                label={draft ? say(words.kit.nameOfDraft, { name }) : name}
              />
            ))}
            {list.rows.length === 0 && <Text c="dimmed">{texts.noMatch}</Text>}
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
      {gone > 0 && <Alert color="warn">{sayCount(texts.takesAway, gone)}</Alert>}
      <Refusal error={problem} />
      <Group justify="space-between">
        <Text size="sm">{sayCount(texts.chosen, chosen.length)}</Text>
        <DialogButtons onClose={onClose}>
          <Button onClick={() => void save()} loading={busy} color={gone > 0 ? 'bad' : undefined}>
            {words.kit.save}
          </Button>
        </DialogButtons>
      </Group>
    </Stack>
  )
}
