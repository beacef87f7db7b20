import { Anchor, Button, Checkbox, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
import { useList } from '../kit/data.ts'
import { FilterChips, SearchField, useFilters } from '../kit/filters.tsx'
import { ago } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { say } from '../kit/say.tsx'
import { useMay, useMe } from '../kit/session.tsx'
import { Empty } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { ChosenEvents } from './chosen-events.tsx'
import { CalendarsOf } from './event-calendars.tsx'
import { DateFilter, States, When } from './event-cells.tsx'
import { EventMenu } from './event-menu.tsx'
import { pathsOf } from './event-paths.ts'
import { ReferenceTypeFilter } from './reference-type-filter.tsx'
import { addDays, todayIn } from './times.ts'

const FILTERS = { q: '', when: 'coming', from: '', to: '', type: '', series: '', sort: 'start' }
/** `all`: the dialog for all that match is open. */
const DIALOG = { bulk: '' }

interface TableProps {
  /** Comma-separated ids; empty for all. */
  calendarIds: string
  /** `0`, `1` or empty. */
  draft: string
  subscriber?: string
}

/** Events in a table, with search, sorting and bulk actions. */
export function EventsTable({ calendarIds, draft, subscriber }: TableProps) {
  const mayEdit = useMay('editor')
  const { timezone } = useMe().publisher
  const { filters, set, changed, clear } = useFilters(FILTERS)
  const { api, query } = pathsOf(subscriber)
  const today = todayIn(timezone)
  const dialog = useFilters(DIALOG)
  const found = {
    ...{ calendarIds, draft, q: filters.q, referenceType: filters.type, seriesId: filters.series },
    from: filters.when === 'coming' ? today : filters.when === 'dates' ? filters.from : '',
    to: filters.when === 'past' ? addDays(today, -1) : filters.when === 'dates' ? filters.to : '',
  }
  const list = useList<EventListed>(api, { ...found, sort: filters.sort })
  const [chosen, setChosen] = useState<Set<string>>(new Set())
  const here = list.rows.filter(({ id }) => chosen.has(id))
  const choose = (ids: string[], on: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const id of ids)
        if (on) after.add(id)
        else after.delete(id)
      return after
    })

  const columns: Column<EventListed>[] = [
    ...(mayEdit
      ? [
          {
            key: 'chosen',
            title: words.events.select,
            part: 'choice' as const,
            heading: (
              <Checkbox
                label={<span className="select-all">{words.events.selectAll}</span>}
                checked={here.length > 0 && here.length === list.rows.length}
                indeterminate={here.length > 0 && here.length < list.rows.length}
                onChange={(change) =>
                  choose(
                    list.rows.map(({ id }) => id),
                    change.currentTarget.checked,
                  )
                }
              />
            ),
            cell: (event: EventListed) => (
              <Checkbox
                aria-label={say(words.events.selectOne, { name: event.name })}
                checked={chosen.has(event.id)}
                onChange={(change) => choose([event.id], change.currentTarget.checked)}
              />
            ),
          },
        ]
      : []),
    {
      key: 'start',
      title: words.kit.when,
      sortable: true,
      cell: (event) => <When event={event} zone={timezone} />,
    },
    {
      key: 'name',
      title: words.events.eventTitle,
      part: 'title',
      sortable: true,
      cell: (event) => (
        <>
          <Anchor
            component={Link}
            to={`/events/${event.id}${query}`}
            className={event.cancelled ? 'struck' : ''}
          >
            {event.name}
          </Anchor>
          <States event={event} />
        </>
      ),
    },
    { key: 'location', title: words.events.place, cell: (event) => event.location },
    ...(subscriber
      ? []
      : [
          {
            key: 'calendar',
            title: words.events.calendars,
            cell: (event: EventListed) => <CalendarsOf ids={event.calendarIds} />,
          },
        ]),
    {
      key: 'modified',
      title: words.events.lastChanged,
      sortable: true,
      cell: (event) => <span className="when">{ago(event.modified)}</span>,
    },
    ...(mayEdit
      ? [
          {
            key: 'menu',
            title: words.kit.actions,
            part: 'menu' as const,
            cell: (event: EventListed) => <EventMenu event={event} subscriber={subscriber} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <Group gap="sm">
        <SearchField value={filters.q} onChange={(q) => set({ q })} hint={words.events.searchHint} />
        <FilterChips
          label={words.kit.when}
          value={filters.when}
          options={[
            ['coming', words.events.upcoming],
            ['past', words.events.past],
            ['all', words.events.allDates],
            ['dates', words.events.fromToFilter],
          ]}
          onChange={(when) =>
            set({
              when,
              ...(filters.sort.endsWith('start') && { sort: when === 'past' ? '-start' : 'start' }),
            })
          }
        />
        {filters.when === 'dates' && (
          <>
            <DateFilter label={words.events.from} value={filters.from} onChange={(from) => set({ from })} />
            <DateFilter label={words.events.to} value={filters.to} onChange={(to) => set({ to })} />
          </>
        )}
        {filters.series && (
          <Button
            variant="light"
            size="compact-sm"
            onClick={() => set({ series: '' })}
            aria-label={words.events.removeSeriesFilter}
          >
            {words.events.datesOfOneSeries} ×
          </Button>
        )}
        {!subscriber && <ReferenceTypeFilter value={filters.type} onChange={(type) => set({ type })} />}
      </Group>
      {mayEdit && list.rows.length > 0 && (
        <ChosenEvents
          svcId={subscriber}
          chosen={here}
          onDone={() => setChosen(new Set())}
          filter={found}
          found={list.count}
          bulk={dialog.filters.bulk !== ''}
          onBulk={(on) => dialog.set({ bulk: on ? 'all' : '' })}
        />
      )}
      <ListTable
        label={words.events.title}
        list={list}
        columns={columns}
        rowKey={(event) => event.id}
        sort={filters.sort}
        onSort={(sort) => set({ sort })}
        noun={words.events.eventsCounted}
        empty={
          changed || calendarIds || draft ? (
            <Empty
              title={words.events.noMatch}
              action={
                <Button variant="default" onClick={clear}>
                  {words.kit.clearSearch}
                </Button>
              }
            >
              {words.events.noMatchText}
            </Empty>
          ) : (
            <Empty
              title={words.events.noUpcoming}
              action={
                mayEdit && (
                  <>
                    {!subscriber && (
                      <Button component={Link} to="/import" variant="default">
                        {words.events.importEvents}
                      </Button>
                    )}
                    <Button component={Link} to={`/events/new${query}`}>
                      {words.events.createEvent}
                    </Button>
                  </>
                )
              }
            >
              {subscriber ? words.events.onlySubscriberSees : words.events.oneByOne}
            </Empty>
          )
        }
      />
    </>
  )
}
