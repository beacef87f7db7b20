import { Box, Button, Group, ScrollArea, Table, Text, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { List } from './data.ts'
import { count } from './format.ts'
import { Failure, Loading } from './states.tsx'

export interface Column<Row> {
  /** The name of the column, also in `sort` if it is `sortable`. */
  key: string
  title: string
  sortable?: boolean
  /** Hidden on phones. */
  wide?: boolean
  /** Aligned to the right. */
  number?: boolean
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
  /** Singular and plural of a row: `['subscriber', 'subscribers']`. */
  noun: [one: string, many: string]
}

/** A table of a paged list: rows, sorting, count, "show more", and `empty` without rows. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { list, columns, empty, noun } = props
  if (list.error && list.rows.length === 0)
    return <Failure error={list.error} again={() => void list.refetch()} />
  if (list.isPending) return <Loading />
  if (list.rows.length === 0 && !list.hasNextPage) return <>{empty}</>
  return (
    <Box>
      <ScrollArea type="auto" offsetScrollbars="x">
        <Table
          highlightOnHover
          verticalSpacing="xs"
          aria-label={props.label}
          opacity={list.isPlaceholderData ? 0.6 : 1}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Heading key={column.key} column={column} {...props} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.rows.map((row) => (
              <Table.Tr key={props.rowKey(row)}>
                {columns.map((column) => (
                  <Table.Td key={column.key} className={classOf(column)}>
                    {column.cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      <Group justify="space-between" mt="sm" gap="sm">
        <Text size="sm" c="dimmed" aria-live="polite">
          {countText(list, noun)}
        </Text>
        {list.error && <Failure error={list.error} again={() => void list.fetchNextPage()} />}
        {list.hasNextPage && !list.error && (
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </Group>
    </Box>
  )
}

function Heading<Row>({ column, sort, onSort }: { column: Column<Row> } & ListTableProps<Row>) {
  const { key, title, sortable } = column
  if (!sortable || !onSort) return <Table.Th className={classOf(column)}>{title}</Table.Th>
  const state = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'
  const Icon = state === 'ascending' ? IconArrowUp : state === 'descending' ? IconArrowDown : IconArrowsSort
  return (
    <Table.Th className={classOf(column)} aria-sort={state}>
      <UnstyledButton className="sort" onClick={() => onSort(state === 'ascending' ? `-${key}` : key)}>
        {title} <Icon size={14} aria-hidden opacity={state === 'none' ? 0.4 : 1} />
      </UnstyledButton>
    </Table.Th>
  )
}

function classOf<Row>({ wide, number }: Column<Row>): string | undefined {
  return [wide && 'wide-only', number && 'number'].filter(Boolean).join(' ') || undefined
}

function countText<Row>({ rows, count: all }: List<Row>, [one, many]: [string, string]): string {
  if (!all) return `${count(rows.length)} ${rows.length === 1 ? one : many} shown`
  const more = all.more ? 'more than ' : ''
  const shown = rows.length < all.value || all.more ? `${count(rows.length)} of ` : ''
  return `${shown}${more}${count(all.value)} ${all.value === 1 && !all.more ? one : many}`
}
