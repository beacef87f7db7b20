import './events.css'
import './series.css'
import './change-many.css'
import { Button, Group, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { CalendarsFilter } from '../kit/calendars-filter.tsx'
import { FilterChips, useFilters } from '../kit/filters.tsx'
import { Page } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { Empty, Loading } from '../kit/states.tsx'
import { words } from '../words/index.ts'
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
  const { query } = useCalendarNames()
  const chosen = filters.calendars ? filters.calendars.split(',') : []
  const one = chosen.length === 1 ? `?calendar=${chosen[0]}` : ''
  return (
    <Page
      wide
      title={words.events.title}
      actions={
        mayEdit && (
          <>
            <Button variant="default" onClick={() => set({ show: 'table', bulk: 'all' })}>
              {words.events.changeMany}
            </Button>
            <Button
              component={Link}
              to={`/events/new${one}`}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {words.events.newEvent}
            </Button>
          </>
        )
      }
    >
      <Group gap="sm">
        <SegmentedControl
          aria-label={words.events.howShown}
          data={[
            { value: 'calendar', label: words.events.calendar },
            { value: 'table', label: words.kit.table },
          ]}
          value={filters.show}
          onChange={(show) => set({ show })}
        />
        <CalendarsFilter value={filters.calendars} onChange={(calendars) => set({ calendars })} />
        <FilterChips
          label={words.kit.state}
          value={filters.draft}
          options={[
            ['', words.kit.all],
            ['1', words.kit.draft],
            ['0', words.kit.live],
          ]}
          onChange={(draft) => set({ draft })}
        />
      </Group>
      {query.data?.data.length === 0 ? (
        <Empty
          title={words.events.needCalendar}
          action={
            mayEdit && (
              <Button component={Link} to="/calendars/new">
                {words.events.createCalendar}
              </Button>
            )
          }
        >
          {words.events.needCalendarText}
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
