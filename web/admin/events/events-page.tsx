import './events.css'
import { Button, Group, MultiSelect, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { FilterChips, useFilters } from '../kit/filters.tsx'
import { Page } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { Empty, Loading } from '../kit/states.tsx'
import { EventsTable } from './events-table.tsx'
import { PrivateEvents } from './private-events.tsx'

const EventsCalendar = lazy(() =>
  import('./events-calendar.tsx').then(({ EventsCalendar }) => ({ default: EventsCalendar })),
)

const FILTERS = { show: 'calendar', calendars: '', draft: '', bulk: '' }

/** All public events, in a calendar or a table; or the private ones of one subscriber. */
export function EventsPage() {
  const { subscriber }: { subscriber?: string } = useSearch({ strict: false })
  return subscriber ? <PrivateEvents subscriber={subscriber} /> : <PublicEvents />
}

function PublicEvents() {
  const mayEdit = useMay('editor')
  const { filters, set } = useFilters(FILTERS)
  const { query, options } = useCalendarNames()
  const chosen = filters.calendars ? filters.calendars.split(',') : []
  const one = chosen.length === 1 ? `?calendar=${chosen[0]}` : ''
  return (
    <Page
      wide
      title="Events"
      actions={
        mayEdit && (
          <>
            <Button variant="default" onClick={() => set({ show: 'table', bulk: 'all' })}>
              Change many
            </Button>
            <Button
              component={Link}
              to={`/events/new${one}`}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              New event
            </Button>
          </>
        )
      }
    >
      <Group gap="sm">
        <SegmentedControl
          aria-label="How events are shown"
          data={[
            { value: 'calendar', label: 'Calendar' },
            { value: 'table', label: 'Table' },
          ]}
          value={filters.show}
          onChange={(show) => set({ show })}
        />
        <MultiSelect
          aria-label="Calendars"
          placeholder={chosen.length === 0 ? 'All calendars' : undefined}
          data={options}
          value={chosen}
          onChange={(ids) => set({ calendars: ids.join(',') })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Show all calendars' }}
          nothingFoundMessage="No calendar matches"
          className="calendar-filter"
        />
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
      </Group>
      {query.data?.data.length === 0 ? (
        <Empty
          title="Events need a calendar"
          action={
            mayEdit && (
              <Button component={Link} to="/calendars/new">
                Create a calendar
              </Button>
            )
          }
        >
          People follow calendars. Create one, then add its events here or import them.
        </Empty>
      ) : filters.show === 'table' ? (
        <EventsTable calendarIds={filters.calendars} draft={filters.draft} />
      ) : (
        <Suspense fallback={<Loading rows={10} />}>
          <EventsCalendar calendarIds={filters.calendars} draft={filters.draft} />
        </Suspense>
      )}
    </Page>
  )
}
