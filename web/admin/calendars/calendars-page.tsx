import { Anchor, Box, Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AdminCalendar, CalendarList, CategoryTree } from '../../../src/http/admin/calendars-schemas.ts'
import { useData, useList } from '../kit/data.ts'
import { LiveBadge } from '../kit/draft-or-live.tsx'
import { FilterChips, FilterSelect, SearchField, useFilters } from '../kit/filters.tsx'
import { day } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Page } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { Empty } from '../kit/states.tsx'
import { amount } from './amount.ts'
import { CalendarLogo } from './calendar-logo.tsx'
import { CalendarMenu } from './calendar-menu.tsx'

const COUNTING_MS = 1000
/** The service's name for calendars without a category. */
const NONE = 'Uncategorized'

/** All calendars of the publisher. */
export function CalendarsPage() {
  const mayEdit = useMay('editor')
  const { filters, set, changed, clear } = useFilters({ q: '', draft: '', category: '', sort: 'name' })
  const list = useList<AdminCalendar>('/calendars', filters)
  const { data: categories } = useData<CategoryTree['data']>('/categories')
  const counting = (list.data?.pages[0] as CalendarList | undefined)?.counting
  const { refetch } = list
  useEffect(() => {
    if (!counting) return
    const timer = setInterval(() => void refetch(), COUNTING_MS)
    return () => clearInterval(timer)
  }, [counting, refetch])

  const create = (
    <Button component={Link} to="/calendars/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New calendar
    </Button>
  )
  return (
    <Page
      wide
      title="Calendars"
      text="What people can follow. Each calendar has its own page and feed."
      actions={
        <>
          <Button component={Link} to="/calendars/categories" variant="default">
            Categories
          </Button>
          {mayEdit && create}
        </>
      }
    >
      <Group gap="sm">
        <SearchField value={filters.q} onChange={(q) => set({ q })} hint="Name or reference" />
        <FilterChips
          label="State"
          value={filters.draft}
          options={[
            ['', 'All'],
            ['1', 'Draft'],
            ['0', 'Live'],
          ]}
          onChange={(draft) => set({ draft })}
        />
        <FilterSelect
          label="Category"
          all="All categories"
          value={filters.category}
          options={[...(categories ?? []).map(({ path }) => path), NONE].map(toOption)}
          onChange={(category) => set({ category })}
        />
      </Group>
      {counting && (
        <Text size="sm" c="dimmed" role="status">
          Still counting. The numbers appear in a moment.
        </Text>
      )}
      <ListTable
        label="Calendars"
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        sort={filters.sort}
        onSort={(sort) => set({ sort })}
        noun={['calendar', 'calendars']}
        empty={
          changed ? (
            <Empty title="No calendar matches" action={<Button onClick={clear}>Show all</Button>}>
              Change the search or the filters.
            </Empty>
          ) : (
            <Empty title="No calendars yet" action={mayEdit && create}>
              A calendar is what people follow: a team, a class, a series. Create the first one, then add
              events to it.
            </Empty>
          )
        }
      />
    </Page>
  )
}

const toOption = (value: string) => ({ value, label: value === NONE ? 'Without a category' : value })

const COLUMNS: Column<AdminCalendar>[] = [
  { key: 'name', title: 'Name', sortable: true, cell: (row) => <Name calendar={row} /> },
  {
    key: 'state',
    title: 'State',
    cell: ({ draft }) => <LiveBadge live={!draft} />,
  },
  {
    key: 'subscribers',
    title: 'Subscribers',
    sortable: true,
    number: true,
    cell: ({ subscribers }) => amount(subscribers),
  },
  {
    key: 'events',
    title: 'Events',
    sortable: true,
    number: true,
    cell: ({ events }) => amount(events),
  },
  { key: 'next', title: 'Next event', sortable: true, cell: (row) => <Next calendar={row} /> },
  { key: 'created', title: 'Created', sortable: true, cell: ({ created }) => day(created) },
  { key: 'menu', title: 'Actions', part: 'menu', cell: (row) => <CalendarMenu calendar={row} /> },
]

function Name({ calendar }: { calendar: AdminCalendar }) {
  const { id, name, logo, reference, categories } = calendar
  return (
    <Group wrap="nowrap" gap="sm" miw={0}>
      <CalendarLogo src={logo} name={name} />
      <Box miw={0}>
        <Anchor component={Link} to={`/calendars/${id}`} fw={600} className="calendar-name">
          {name}
        </Anchor>
        <Text size="sm" c="dimmed" className="calendar-name">
          {[reference, ...categories].join(' · ')}
        </Text>
      </Box>
    </Group>
  )
}

function Next({ calendar: { nextEvent } }: { calendar: AdminCalendar }) {
  if (!nextEvent) return <Text c="dimmed">None</Text>
  const { startDate, startTime, name } = nextEvent
  return (
    <Box>
      <Text size="sm">{[day(startDate), startTime].filter(Boolean).join(', ')}</Text>
      <Text size="sm" c="dimmed" lineClamp={1}>
        {name}
      </Text>
    </Box>
  )
}
