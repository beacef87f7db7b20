import './list.css'
import { Box, Button, Group, Switch, Table, Text, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Counted, words } from '../words/index.ts'
import type { List } from './data.ts'
import { say, sayCount } from './say.tsx'
import { Failure, Loading } from './states.tsx'

export interface Column<Row> {
  /** The name of the column, also in `sort` if it is `sortable`. */
  key: string
  title: string
  /** Shown in the heading in place of the title. */
  heading?: ReactNode
  sortable?: boolean
  /** Aligned to the right. */
  number?: boolean
  /**
   * The place on a card. `title`: the first line; `choice`: before it; `menu`: after it; `buttons`: the last
   * line. All others are named values. Without it the first column is the title.
   */
  part?: 'title' | 'choice' | 'menu' | 'buttons'
  cell: (row: Row) => ReactNode
}

interface ListTableProps<Row> {
  /** The name of the table for screen readers: "Subscribers". */
  label: string
  list: List<Row>
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  /** `name`, or `-name` for descending; needed with `onSort` if columns are sortable. */
  sort?: string
  onSort?: (sort: string) => void
  /** Shown when there are no rows: the next step, or which filters to change. */
  empty: ReactNode
  /** The number of rows in words: `words.subscribers.counted`. */
  noun: Counted
}

/** Shorter lists fit the window in either density. */
const ROWS_TO_COMPACT = 6

/**
 * A table of a paged list: count, rows, sorting, "show more", and `empty` without rows. Where a table has no
 * room the rows are cards.
 */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { list, empty } = props
  if (list.error && list.rows.length === 0)
    return <Failure error={list.error} again={() => void list.refetch()} />
  if (list.isPending) return <Loading />
  if (list.rows.length === 0 && !list.hasNextPage) return <>{empty}</>
  return <Rows {...props} />
}

function Rows<Row>(props: ListTableProps<Row>) {
  const { list, noun } = props
  const [density, setDensity] = useLocalStorage({
    key: 'fasti-density',
    defaultValue: 'ordinary',
    getInitialValueInEffect: false,
  })
  const compact = density === 'compact'
  const { columns } = props
  const title = columns.find(({ part }) => part === 'title') ?? columns[0]
  const partOf = (column: Column<Row>) => (column === title ? 'title' : column.part)
  const hasTools = columns.some(({ sortable, heading }) => sortable === true || heading !== undefined)
  return (
    <Box className="list" data-compact={compact || undefined}>
      <Group justify="space-between" gap="sm" className="list-bar">
        <Text size="sm" c="dimmed" aria-live="polite">
          {countText(list, noun)}
        </Text>
        {list.rows.length >= ROWS_TO_COMPACT && (
          <Switch
            label={words.kit.compact}
            size="sm"
            labelPosition="left"
            checked={compact}
            onChange={(event) => setDensity(event.currentTarget.checked ? 'compact' : 'ordinary')}
            className="list-density"
          />
        )}
      </Group>
      {/* Laid out as cards, browsers take a table for no table, so the roles are named. */}
      <div className="list-scroll">
        <Table
          role="table"
          highlightOnHover
          verticalSpacing={compact ? 2 : 'xs'}
          aria-label={props.label}
          opacity={list.isPlaceholderData ? 0.6 : 1}
        >
          <Table.Thead role="rowgroup" data-tools={hasTools || undefined}>
            <Table.Tr role="row">
              {columns.map((column) => (
                <Heading key={column.key} {...props} column={column} part={partOf(column)} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {list.rows.map((row) => (
              <Table.Tr role="row" key={props.rowKey(row)}>
                {columns.map((column) => (
                  <Table.Td
                    role="cell"
                    key={column.key}
                    className={classOf(column)}
                    data-part={partOf(column)}
                    data-title={partOf(column) ? undefined : column.title}
                  >
                    {column.cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {list.error && <Failure error={list.error} again={() => void list.fetchNextPage()} />}
      {list.hasNextPage && !list.error && (
        <Group justify="flex-end" mt="sm">
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {words.kit.showMore}
          </Button>
        </Group>
      )}
    </Box>
  )
}

function Heading<Row>({
  column,
  part,
  sort,
  onSort,
}: Pick<Column<Row>, 'part'> & { column: Column<Row> } & ListTableProps<Row>) {
  const { key, title, heading, sortable } = column
  const common = { role: 'columnheader', 'data-part': part, className: classOf(column) }
  if (!sortable || !onSort)
    return (
      <Table.Th {...common} data-tool={heading ? true : undefined}>
        {heading ?? title}
      </Table.Th>
    )
  const state = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'
  const Icon = state === 'ascending' ? IconArrowUp : state === 'descending' ? IconArrowDown : IconArrowsSort
  return (
    <Table.Th {...common} data-tool aria-sort={state}>
      <UnstyledButton className="sort" onClick={() => onSort(state === 'ascending' ? `-${key}` : key)}>
        {title} <Icon size={14} aria-hidden opacity={state === 'none' ? 0.4 : 1} />
      </UnstyledButton>
    </Table.Th>
  )
}

function classOf<Row>({ number }: Column<Row>): string | undefined {
  return number ? 'number' : undefined
}

function countText<Row>({ rows, count: all }: List<Row>, noun: Counted): string {
  if (!all) return say(words.kit.listedSoFar, { some: sayCount(noun, rows.length) })
  const counted = sayCount(noun, all.value)
  const whole = all.more ? say(words.kit.moreThan, { all: counted }) : counted
  return rows.length < all.value || all.more
    ? say(words.kit.listed, { some: rows.length, all: whole })
    : whole
}
