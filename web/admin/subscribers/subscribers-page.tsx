import './subscribers.css'
import { Anchor, Button, Group, Loader, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ListedSubscriber, SubscriberList } from '../../../src/http/admin/subscribers-schemas.ts'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import type { Params } from '../kit/api.ts'
import { CalendarsFilter } from '../kit/calendars-filter.tsx'
import { useData } from '../kit/data.ts'
import { FilterChips, FilterSelect, SearchField, useFilters } from '../kit/filters.tsx'
import { ago, day } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Page } from '../kit/page.tsx'
import { SaveMenu, useSavedTables } from '../kit/save-menu.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { type Kept, NOTHING_KEPT } from './kept-filters.ts'
import { savedColumns } from './saved-columns.ts'
import { Segments } from './segments.tsx'
import { useFilledList } from './use-filled-list.ts'
import { sourceInWords } from './words.ts'

const INITIAL = { q: '', ...NOTHING_KEPT, sort: '-created' }
/** The most calendars that the service takes. */
const MOST_CALENDARS = 20
const STATES: [string, string][] = [
  ['active', words.subscribers.active],
  ['left', words.subscribers.unsubscribed],
  ['all', words.subscribers.all],
]
const FOLLOWS: [string, string][] = [
  ['any', words.subscribers.followsAny],
  ['all', words.subscribers.followsAll],
]
const SOURCES = [
  { value: 'Widget', label: words.subscribers.throughWidget },
  { value: 'API', label: words.subscribers.throughApi },
  { value: 'Portal', label: words.subscribers.throughPortal },
]

/** All subscribers of the publisher, with search, filters, sorting and download. */
export function SubscribersPage() {
  const { filters, set, changed, clear } = useFilters(INITIAL)
  const mayDownload = useMay('editor')
  const { q, sort, ...kept } = filters
  const { state, follows, calendarIds } = kept
  const several = calendarIds.includes(',')
  const params = { ...filters, state: state === 'all' ? '' : state, follows: several ? follows : '' }
  /** Nobody of those who are active has left, so they can't be sorted by that. */
  const show = (changed: Partial<Kept>) =>
    set(changed.state === 'active' && sort.endsWith('left') ? { ...changed, sort: INITIAL.sort } : changed)
  const { list, searching, stop } = useFilledList<ListedSubscriber>('/subscribers', params)
  const widgets = useData<WidgetRecord[]>('/widgets')
  const actualSort = (list.data?.pages[0] as SubscriberList | undefined)?.sort ?? sort
  const left = state !== 'active'

  return (
    <Page
      title={words.shell.subscribers}
      text={words.subscribers.listText}
      actions={mayDownload && <Download params={{ ...params, sort: '' }} widgets={widgets.data ?? []} />}
      wide
    >
      <div>
        <Group gap="sm" mb="sm">
          <SearchField value={filters.q} onChange={(q) => set({ q })} hint={words.subscribers.searchHint} />
          <FilterChips
            label={words.kit.state}
            value={state}
            options={STATES}
            onChange={(state) => show({ state })}
          />
          <CalendarsFilter
            value={calendarIds}
            onChange={(ids) => set({ calendarIds: ids, ...(!ids.includes(',') && { follows: 'any' }) })}
            most={MOST_CALENDARS}
          />
          {several && (
            <FilterChips
              label={words.subscribers.howManyCalendars}
              value={follows}
              options={FOLLOWS}
              onChange={(follows) => set({ follows })}
            />
          )}
          <FilterSelect
            label={words.subscribers.source}
            all={words.subscribers.allSources}
            value={filters.source}
            options={SOURCES}
            onChange={(source) => set({ source })}
          />
          {(widgets.data?.length ?? 0) > 1 && (
            <FilterSelect
              label={words.subscribers.widget}
              all={words.subscribers.allWidgets}
              value={filters.widgetId}
              options={widgets.data!.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(widgetId) => set({ widgetId })}
            />
          )}
          <Segments kept={kept} searching={q !== ''} onChoose={show} />
          {changed && (
            <Button variant="subtle" onClick={clear}>
              {words.subscribers.clearFilters}
            </Button>
          )}
        </Group>
        {actualSort !== sort && (
          <Text size="sm" c="dimmed" mb="xs">
            {words.subscribers.tooManyToSort}
          </Text>
        )}
        <ListTable
          label={words.shell.subscribers}
          list={list}
          columns={columnsFor(left)}
          rowKey={(row) => row.id}
          sort={actualSort}
          onSort={(sort) => set({ sort })}
          noun={words.subscribers.counted}
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
      title: words.kit.email,
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
    {
      key: 'calendars',
      title: words.subscribers.calendars,
      number: true,
      cell: ({ calendars }) => calendars,
    },
    { key: 'source', title: words.subscribers.source, cell: ({ source }) => sourceInWords(source) },
    {
      key: 'lastRead',
      title: words.subscribers.feedLastRead,
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
            {words.subscribers.never}
          </Text>
        ),
    },
    { key: 'latest', title: words.subscribers.hasLatest, cell: ({ latest }) => <Latest latest={latest} /> },
    {
      key: 'created',
      title: words.subscribers.subscribed,
      sortable: true,
      number: true,
      cell: ({ created }) => day(created),
    },
  ]
}

/** Says if the application of a subscriber has the last change. */
function Latest({ latest }: Pick<ListedSubscriber, 'latest'>) {
  if (latest === null) return <>–</>
  return latest ? (
    <StateBadge kind="ok">{words.subscribers.yes}</StateBadge>
  ) : (
    <StateBadge kind="warn">{words.subscribers.notYet}</StateBadge>
  )
}

const LEFT: Column<ListedSubscriber> = {
  key: 'left',
  title: words.subscribers.unsubscribed,
  sortable: true,
  cell: ({ state, left }) =>
    state === 'active' ? (
      <StateBadge kind="ok">{words.subscribers.active}</StateBadge>
    ) : (
      <Group gap={6}>
        <StateBadge kind="plain">{words.subscribers.unsubscribed}</StateBadge>
        {left && <span>{day(left)}</span>}
      </Group>
    ),
}

function Download({ params, widgets }: { params: Params; widgets: WidgetRecord[] }) {
  return <SaveMenu files={useSavedTables('/subscribers.csv', params, savedColumns(widgets))} />
}

function Searching({ stop }: { stop: () => void }) {
  return (
    <Group gap="sm" mt="sm" role="status">
      <Loader size="xs" />
      <Text size="sm">{words.subscribers.searching}</Text>
      <Button variant="subtle" size="compact-sm" onClick={stop}>
        {words.subscribers.stop}
      </Button>
    </Group>
  )
}

function NoneFound({ clear }: { clear: () => void }) {
  return (
    <Empty
      title={words.subscribers.noneMatches}
      action={<Button onClick={clear}>{words.subscribers.clearFilters}</Button>}
    >
      {words.subscribers.noneMatchesText}
    </Empty>
  )
}

function NobodyYet() {
  return (
    <Empty
      title={words.subscribers.nobodyYet}
      action={
        <Button component={Link} to="/widgets">
          {words.subscribers.goToWidgets}
        </Button>
      }
    >
      {words.subscribers.nobodyYetText}
    </Empty>
  )
}
