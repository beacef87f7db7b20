import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import { IconFile, IconTrash, IconWorld } from '@tabler/icons-react'
import { send } from '../kit/api.ts'
import { readAgain, useList } from '../kit/data.ts'
import { SearchField, useFilters } from '../kit/filters.tsx'
import { ago, count, moment } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Section } from '../kit/page.tsx'
import { Empty } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import type { RememberedImport } from './draft.ts'

/** Earlier imports, each with a button to run it again. */
export function EarlierImports({ onAgain }: { onAgain: (earlier: RememberedImport) => void }) {
  const { filters, set, changed, clear } = useFilters({ q: '', sort: '-lastRun' })
  const list = useList<RememberedImport>('/imports', filters)
  const few = !changed && list.rows.length === 0 && list.isSuccess
  return (
    <Section
      title="Earlier imports"
      text="Run one again when its file or address has changed. Only differences are written."
    >
      {!few && (
        <Group mb="sm">
          <SearchField value={filters.q} onChange={(q) => set({ q })} hint="File, address or calendar" />
        </Group>
      )}
      <ListTable
        label="Earlier imports"
        list={list}
        columns={columns(onAgain)}
        rowKey={({ id }) => id}
        sort={filters.sort}
        onSort={(sort) => set({ sort })}
        noun={['import', 'imports']}
        empty={
          changed ? (
            <Empty
              title="No import matches"
              action={
                <Button variant="default" onClick={clear}>
                  Show all
                </Button>
              }
            />
          ) : (
            <Empty title="Nothing has been imported yet">
              Choose a calendar and a file or an address above. Your imports are listed here, so that you can
              run them again.
            </Empty>
          )
        }
      />
    </Section>
  )
}

function columns(onAgain: (earlier: RememberedImport) => void): Column<RememberedImport>[] {
  return [
    {
      key: 'name',
      title: 'From',
      sortable: true,
      cell: ({ kind, name }) => (
        <Group gap={6} wrap="nowrap" align="flex-start">
          {kind === 'file' ? (
            <IconFile size={18} role="img" aria-label="File" />
          ) : (
            <IconWorld size={18} role="img" aria-label="Address" />
          )}
          <span className="earlier-name">{name}</span>
        </Group>
      ),
    },
    { key: 'calendar', title: 'Calendar', sortable: true, cell: ({ calendar }) => calendar.name },
    {
      key: 'lastRun',
      title: 'Last run',
      sortable: true,
      cell: ({ lastRun }) => <span title={moment(lastRun)}>{ago(lastRun)}</span>,
    },
    { key: 'result', title: 'Result', cell: ({ lastResult }) => <Result result={lastResult} /> },
    {
      key: 'actions',
      title: 'Actions',
      part: 'buttons',
      cell: (earlier) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onAgain(earlier)}
            aria-label={`Run again: ${earlier.name}`}
          >
            Run again
          </Button>
          <Tooltip label="Remove from this list; its events stay">
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={() => void forget(earlier)}
              aria-label={`Remove ${earlier.name}`}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      ),
    },
  ]
}

function Result({ result }: { result: RememberedImport['lastResult'] }) {
  if (!result) return <>unknown</>
  const { added, changed, joined = 0, removed, faults, stopped } = result
  const parts = [
    added > 0 && `${count(added)} added`,
    changed > 0 && `${count(changed)} changed`,
    joined > 0 && `${count(joined)} of other calendars`,
    removed > 0 && `${count(removed)} removed`,
    faults > 0 && `${count(faults)} errors`,
    stopped && 'stopped',
  ].filter(Boolean)
  return <Text size="sm">{parts.join(', ') || 'nothing changed'}</Text>
}

async function forget({ id }: RememberedImport): Promise<void> {
  try {
    await send('DELETE', `/imports/${id}`)
    done('Removed from the list. Its events stay.')
  } catch (error) {
    failed(error)
  }
  await readAgain('/imports')
}
