import { Anchor, Button, Group, Switch, Text } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import type { RequestEntry, RequestList } from '../../../src/http/admin/request-log-schemas.ts'
import { readAgain, useList } from '../kit/data.ts'
import { FilterChips, FilterSelect, SearchField, useFilters } from '../kit/filters.tsx'
import { exactMoment } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Section } from '../kit/page.tsx'
import { Empty } from '../kit/states.tsx'
import { RequestDrawer } from './request-drawer.tsx'
import { RequestStatus } from './request-status.tsx'
import { SPANS, startOf } from './spans.ts'

const LIVE_MS = 3000
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'].map((method) => ({ value: method, label: method }))
const ALL = { status: '', key: '', method: '', path: '', span: '', request: '' }

/** The requests of the last seven days, and why some were refused. */
export function RequestsTab() {
  const { filters, set, changed, clear } = useFilters(ALL)
  const [live, setLive] = useState(false)
  const from = useMemo(() => startOf(filters.span), [filters.span])
  const { status, key, method, path, request } = filters
  // The search field takes the X-Request-Id of a response too.
  const asId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(path) ? { requestId: path } : { path }
  const list = useList<RequestEntry>('/requests', { status, key, method, ...asId, from, limit: 50 })
  const keys = (list.data?.pages[0] as RequestList | undefined)?.keys ?? []
  useEffect(() => {
    if (!live) return
    const timer = setInterval(() => void readAgain('/requests'), LIVE_MS)
    return () => clearInterval(timer)
  }, [live])
  return (
    <Section
      title="Requests of the last 7 days"
      text="Each signed request and its response, a few seconds after it was made. Requests with an unknown key are in no one’s log."
      actions={
        <Group>
          <Switch label="Live" checked={live} onChange={(event) => setLive(event.currentTarget.checked)} />
          <Button variant="default" onClick={() => void readAgain('/requests')}>
            Refresh
          </Button>
        </Group>
      }
    >
      <Group mb="md" gap="sm">
        <FilterChips
          label="Outcome"
          value={status}
          onChange={(status) => set({ status })}
          options={[
            ['', 'All'],
            ['ok', 'OK'],
            ['refused', 'Refused'],
            ['failed', 'Failed'],
          ]}
        />
        <FilterChips
          label="Time"
          value={filters.span}
          onChange={(span) => set({ span })}
          options={SPANS.slice(0, 3)}
        />
        <SearchField
          value={path}
          onChange={(path) => set({ path })}
          hint="Part of the path, or an X-Request-Id"
        />
        <FilterSelect
          label="Method"
          all="All methods"
          value={method}
          options={METHODS}
          onChange={(method) => set({ method })}
        />
        <FilterSelect
          label="Key"
          all="All keys"
          value={key}
          options={keys.map(({ apiKey, name }) => ({ value: apiKey, label: name }))}
          onChange={(key) => set({ key })}
        />
      </Group>
      <ListTable
        label="Requests"
        list={list}
        columns={columnsOf((request) => set({ request }))}
        rowKey={(row) => row.id}
        noun={['request', 'requests']}
        empty={
          <Empty
            title={changed ? 'No request matches' : 'No request in the last 7 days'}
            action={changed && <Button onClick={clear}>Clear filters</Button>}
          >
            {changed ? 'Change a filter.' : 'Sign one with an API key, and it appears here a moment later.'}
          </Empty>
        }
      />
      <RequestDrawer id={request || null} onClose={() => set({ request: '' })} />
    </Section>
  )
}

function columnsOf(open: (id: string) => void): Column<RequestEntry>[] {
  return [
    { key: 'at', title: 'When', cell: ({ at }) => <time dateTime={at}>{exactMoment(at)}</time> },
    {
      key: 'path',
      title: 'Request',
      part: 'title',
      cell: ({ id, method, path }) => (
        <Anchor component="button" type="button" className="open-row mono" onClick={() => open(id)}>
          {method} {path}
        </Anchor>
      ),
    },
    {
      key: 'status',
      title: 'Response',
      cell: (row) => (
        <>
          <RequestStatus status={row.status} />
          <Text size="sm" c="dimmed">
            {row.reason}
          </Text>
        </>
      ),
    },
    { key: 'key', title: 'Key', cell: ({ keyName }) => keyName },
    {
      key: 'duration',
      title: 'Took',
      number: true,
      cell: ({ durationMs }) => `${durationMs} ms`,
    },
  ]
}
