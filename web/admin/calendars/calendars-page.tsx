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
import { words } from '../words/index.ts'
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
      {words.calendars.newCalendar}
    </Button>
  )
  return (
    <Page
      wide
      title={words.calendars.title}
      text={words.calendars.about}
      actions={
        <>
          <Button component={Link} to="/calendars/categories" variant="default">
            {words.calendars.categories}
          </Button>
          {mayEdit && create}
        </>
      }
    >
      <Group gap="sm">
        <SearchField value={filters.q} onChange={(q) => set({ q })} hint={words.calendars.searchHint} />
        <FilterChips
          label={words.kit.state}
          value={filters.draft}
          options={[
            ['', words.calendars.all],
            ['1', words.kit.draft],
            ['0', words.kit.live],
          ]}
          onChange={(draft) => set({ draft })}
        />
        <FilterSelect
          label={words.calendars.category}
          all={words.calendars.allCategories}
          value={filters.category}
          options={[...(categories ?? []).map(({ path }) => path), NONE].map(toOption)}
          onChange={(category) => set({ category })}
        />
      </Group>
      {counting && (
        <Text size="sm" c="dimmed" role="status">
          {words.calendars.counting}
        </Text>
      )}
      <ListTable
        label={words.calendars.title}
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        sort={filters.sort}
        onSort={(sort) => set({ sort })}
        noun={words.calendars.calendarsCounted}
        empty={
          changed ? (
            <Empty
              title={words.calendars.noMatch}
              action={<Button onClick={clear}>{words.calendars.showAll}</Button>}
            >
              {words.calendars.changeFilters}
            </Empty>
          ) : (
            <Empty title={words.calendars.none} action={mayEdit && create}>
              {words.calendars.noneText}
            </Empty>
          )
        }
      />
    </Page>
  )
}

const toOption = (value: string) => ({
  value,
  label: value === NONE ? words.calendars.withoutCategory : value,
})

const COLUMNS: Column<AdminCalendar>[] = [
  { key: 'name', title: words.calendars.name, sortable: true, cell: (row) => <Name calendar={row} /> },
  {
    key: 'state',
    title: words.kit.state,
    cell: ({ draft }) => <LiveBadge live={!draft} />,
  },
  {
    key: 'subscribers',
    title: words.calendars.subscribers,
    sortable: true,
    number: true,
    cell: ({ subscribers }) => amount(subscribers),
  },
  {
    key: 'events',
    title: words.calendars.events,
    sortable: true,
    number: true,
    cell: ({ events }) => amount(events),
  },
  { key: 'next', title: words.calendars.nextEvent, sortable: true, cell: (row) => <Next calendar={row} /> },
  { key: 'created', title: words.calendars.created, sortable: true, cell: ({ created }) => day(created) },
  {
    key: 'menu',
    title: words.calendars.actions,
    part: 'menu',
    cell: (row) => <CalendarMenu calendar={row} />,
  },
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
  if (!nextEvent) return <Text c="dimmed">{words.calendars.noNextEvent}</Text>
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
