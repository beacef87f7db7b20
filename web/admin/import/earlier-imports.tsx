import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import { IconFile, IconTrash, IconWorld } from '@tabler/icons-react'
import { send } from '../kit/api.ts'
import { readAgain, useList } from '../kit/data.ts'
import { SearchField, useFilters } from '../kit/filters.tsx'
import { ago, listShort, moment } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Section } from '../kit/page.tsx'
import { say, sayCount } from '../kit/say.tsx'
import { Empty } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { type RememberedImport, shownName } from './draft.ts'

const texts = words.imports

/** Earlier imports, each with a button to run it again. */
export function EarlierImports({ onAgain }: { onAgain: (earlier: RememberedImport) => void }) {
  const { filters, set, changed, clear } = useFilters({ q: '', sort: '-lastRun' })
  const list = useList<RememberedImport>('/imports', filters)
  const few = !changed && list.rows.length === 0 && list.isSuccess
  return (
    <Section title={texts.earlier} text={texts.earlierText}>
      {!few && (
        <Group mb="sm">
          <SearchField value={filters.q} onChange={(q) => set({ q })} hint={texts.searchHint} />
        </Group>
      )}
      <ListTable
        label={texts.earlier}
        list={list}
        columns={columns(onAgain)}
        rowKey={({ id }) => id}
        sort={filters.sort}
        onSort={(sort) => set({ sort })}
        noun={texts.counted}
        empty={
          changed ? (
            <Empty
              title={texts.noMatch}
              action={
                <Button variant="default" onClick={clear}>
                  {words.kit.showAll}
                </Button>
              }
            />
          ) : (
            <Empty title={texts.none}>{texts.noneText}</Empty>
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
      title: texts.from,
      sortable: true,
      cell: ({ kind, name }) => (
        <Group gap={6} wrap="nowrap" align="flex-start">
          {kind === 'file' ? (
            <IconFile size={18} role="img" aria-label={texts.file} />
          ) : (
            <IconWorld size={18} role="img" aria-label={words.sources.address} />
          )}
          <span className="earlier-name">{shownName(name)}</span>
        </Group>
      ),
    },
    {
      key: 'calendar',
      title: words.calendars.calendar,
      sortable: true,
      cell: ({ calendar }) => calendar.name,
    },
    {
      key: 'lastRun',
      title: texts.lastRun,
      sortable: true,
      cell: ({ lastRun }) => <span title={moment(lastRun)}>{ago(lastRun)}</span>,
    },
    { key: 'result', title: texts.lastResult, cell: ({ lastResult }) => <Result result={lastResult} /> },
    {
      key: 'actions',
      title: words.kit.actions,
      part: 'buttons',
      cell: (earlier) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onAgain(earlier)}
            aria-label={say(texts.runAgainOf, { name: shownName(earlier.name) })}
          >
            {texts.runAgain}
          </Button>
          <Tooltip label={texts.removeHint}>
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={() => void forget(earlier)}
              aria-label={say(texts.removeNamed, { name: shownName(earlier.name) })}
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
  if (!result) return <>{texts.unknown}</>
  const { added, changed, joined = 0, removed, faults, stopped } = result
  const parts = [
    added > 0 && sayCount(words.sources.added, added),
    changed > 0 && sayCount(words.sources.changed, changed),
    joined > 0 && sayCount(words.sources.ofOthers, joined),
    removed > 0 && sayCount(words.sources.removed, removed),
    faults > 0 && sayCount(words.sources.errors, faults),
    stopped && texts.stopped,
  ].filter((part) => part !== false && part !== undefined)
  return <Text size="sm">{listShort(parts) || words.sources.nothingChanged}</Text>
}

async function forget({ id }: RememberedImport): Promise<void> {
  try {
    await send('DELETE', `/imports/${id}`)
    done(texts.removedDone)
  } catch (error) {
    failed(error)
  }
  await readAgain('/imports')
}
