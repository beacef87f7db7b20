import './subscribers.css'
import { Anchor, Button, Group, Loader, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedSubscriber, SubscriberList } from '../../../src/http/admin/subscribers-schemas.ts'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import { type Params, saveFile } from '../kit/api.ts'
import { useData } from '../kit/data.ts'
import { FilterChips, FilterSelect, SearchField, useFilters } from '../kit/filters.tsx'
import { ago, day } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Page } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty } from '../kit/states.tsx'
import { failed } from '../kit/toast.tsx'
import { CalendarFilter } from './calendar-filter.tsx'
import { useFilledList } from './use-filled-list.ts'

const INITIAL = { q: '', state: 'active', calendarId: '', source: '', widgetId: '', sort: '-created' }
/** `all` is only in the page's address; the service gets no state then. */
const STATES: [string, string][] = [
  ['active', 'Active'],
  ['left', 'Unsubscribed'],
  ['all', 'All'],
]
const SOURCES = [
  { value: 'Widget', label: 'Through a widget' },
  { value: 'API', label: 'Through the API' },
  { value: 'Portal', label: 'Through the portal' },
]

/** All subscribers of the publisher, with search, filters, sorting and download. */
export function SubscribersPage() {
  const { filters, set, changed, clear } = useFilters(INITIAL)
  const mayDownload = useMay('editor')
  const { state, sort, ...rest } = filters
  const params = { ...rest, state: state === 'all' ? '' : state }
  const { list, searching, stop } = useFilledList<ListedSubscriber>('/subscribers', { ...params, sort })
  const widgets = useData<WidgetRecord[]>('/widgets')
  const actualSort = (list.data?.pages[0] as SubscriberList | undefined)?.sort ?? sort
  const left = state !== 'active'

  return (
    <Page
      title="Subscribers"
      text="The people who follow your calendars."
      actions={mayDownload && <Download params={params} />}
      wide
    >
      <div>
        <Group gap="sm" mb="sm">
          <SearchField value={filters.q} onChange={(q) => set({ q })} hint="Name or part of the e-mail" />
          <FilterChips
            label="State"
            value={state}
            options={STATES}
            onChange={(state) =>
              set(state === 'active' && sort.endsWith('left') ? { state, sort: INITIAL.sort } : { state })
            }
          />
          <CalendarFilter value={filters.calendarId} onChange={(calendarId) => set({ calendarId })} />
          <FilterSelect
            label="Source"
            all="All sources"
            value={filters.source}
            options={SOURCES}
            onChange={(source) => set({ source })}
          />
          {(widgets.data?.length ?? 0) > 1 && (
            <FilterSelect
              label="Widget"
              all="All widgets"
              value={filters.widgetId}
              options={widgets.data!.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(widgetId) => set({ widgetId })}
            />
          )}
          {changed && (
            <Button variant="subtle" onClick={clear}>
              Clear filters
            </Button>
          )}
        </Group>
        {actualSort !== sort && (
          <Text size="sm" c="dimmed" mb="xs">
            Too many subscribers match to sort them this way, so they are sorted by e-mail. Type more letters.
          </Text>
        )}
        <ListTable
          label="Subscribers"
          list={list}
          columns={columnsFor(left)}
          rowKey={(row) => row.id}
          sort={actualSort}
          onSort={(sort) => set({ sort })}
          noun={['subscriber', 'subscribers']}
          empty={changed ? <NoneFound clear={clear} /> : <NobodyYet />}
        />
        {searching && list.rows.length < 50 && <Searching stop={stop} />}
      </div>
    </Page>
  )
}

function columnsFor(left: boolean): Column<ListedSubscriber>[] {
  return [
    {
      key: 'email',
      title: 'E-mail',
      sortable: true,
      cell: ({ id, email, name }) => (
        <>
          <Anchor component={Link} to={`/subscribers/${id}`} className="email">
            {email}
          </Anchor>
          {name && (
            <Text size="sm" c="dimmed">
              {name}
            </Text>
          )}
        </>
      ),
    },
    ...(left ? [LEFT] : []),
    { key: 'calendars', title: 'Calendars', number: true, cell: ({ calendars }) => calendars },
    { key: 'source', title: 'Source', cell: ({ source }) => source },
    {
      key: 'lastRead',
      title: 'Feed last read',
      cell: ({ lastRead, application }) =>
        lastRead ? (
          <>
            {application}
            <Text size="sm" c="dimmed">
              {ago(lastRead)}
            </Text>
          </>
        ) : (
          <Text size="sm" c="dimmed">
            Never
          </Text>
        ),
    },
    { key: 'latest', title: 'Has the latest', cell: ({ latest }) => <Latest latest={latest} /> },
    {
      key: 'created',
      title: 'Subscribed',
      sortable: true,
      number: true,
      cell: ({ created }) => day(created),
    },
  ]
}

/** Says if the application of a subscriber has the last change. */
function Latest({ latest }: Pick<ListedSubscriber, 'latest'>) {
  if (latest === null) return <>–</>
  return latest ? <StateBadge kind="ok">Yes</StateBadge> : <StateBadge kind="warn">Not yet</StateBadge>
}

const LEFT: Column<ListedSubscriber> = {
  key: 'left',
  title: 'Unsubscribed',
  sortable: true,
  cell: ({ state, left }) =>
    state === 'active' ? (
      <StateBadge kind="ok">Active</StateBadge>
    ) : (
      <Group gap={6}>
        <StateBadge kind="plain">Unsubscribed</StateBadge>
        {left && <span>{day(left)}</span>}
      </Group>
    ),
}

function Download({ params }: { params: Params }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await saveFile('/subscribers.csv', params, 'subscribers.csv').catch(failed)
    setBusy(false)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
    >
      Download as CSV
    </Button>
  )
}

function Searching({ stop }: { stop: () => void }) {
  return (
    <Group gap="sm" mt="sm" role="status">
      <Loader size="xs" />
      <Text size="sm">Searching all subscribers for more matches.</Text>
      <Button variant="subtle" size="compact-sm" onClick={stop}>
        Stop
      </Button>
    </Group>
  )
}

function NoneFound({ clear }: { clear: () => void }) {
  return (
    <Empty title="No subscriber matches" action={<Button onClick={clear}>Clear filters</Button>}>
      The search looks for the words in names and e-mail addresses. Former subscribers are under
      “Unsubscribed”.
    </Empty>
  )
}

function NobodyYet() {
  return (
    <Empty
      title="No subscribers yet"
      action={
        <Button component={Link} to="/widgets">
          Go to widgets
        </Button>
      }
    >
      People subscribe through a widget. Put one on your page, or share its link.
    </Empty>
  )
}
