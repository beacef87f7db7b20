import { Anchor, Button, Group, Switch, Text } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import type { RequestEntry, RequestList } from '../../../src/http/admin/request-log-schemas.ts'
import { readAgain, useList } from '../kit/data.ts'
import { FilterChips, FilterSelect, SearchField, useFilters } from '../kit/filters.tsx'
import { exactMoment } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Section } from '../kit/page.tsx'
import { loggedText } from '../kit/reasons.ts'
import { say } from '../kit/say.tsx'
import { Empty } from '../kit/states.tsx'
import { words } from '../words/index.ts'
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
      title={words.developers.requestsTitle}
      text={words.developers.requestsText}
      actions={
        <Group>
          <Switch
            label={words.developers.live}
            checked={live}
            onChange={(event) => setLive(event.currentTarget.checked)}
          />
          <Button variant="default" onClick={() => void readAgain('/requests')}>
            {words.developers.refresh}
          </Button>
        </Group>
      }
    >
      <Group mb="md" gap="sm">
        <FilterChips
          label={words.developers.outcome}
          value={status}
          onChange={(status) => set({ status })}
          options={[
            ['', words.kit.all],
            ['ok', words.developers.ok],
            ['refused', words.developers.refused],
            ['failed', words.developers.failedRequests],
          ]}
        />
        <FilterChips
          label={words.developers.time}
          value={filters.span}
          onChange={(span) => set({ span })}
          options={SPANS.slice(0, 3)}
        />
        <SearchField value={path} onChange={(path) => set({ path })} hint={words.developers.searchRequests} />
        <FilterSelect
          label={words.developers.method}
          all={words.developers.allMethods}
          value={method}
          options={METHODS}
          onChange={(method) => set({ method })}
        />
        <FilterSelect
          label={words.developers.key}
          all={words.developers.allKeys}
          value={key}
          options={keys.map(({ apiKey, name }) => ({ value: apiKey, label: name }))}
          onChange={(key) => set({ key })}
        />
      </Group>
      <ListTable
        label={words.developers.requests}
        list={list}
        columns={columnsOf((request) => set({ request }))}
        rowKey={(row) => row.id}
        noun={words.developers.countedRequests}
        empty={
          <Empty
            title={changed ? words.developers.noRequest : words.developers.noRequests}
            action={changed && <Button onClick={clear}>{words.kit.clearFilters}</Button>}
          >
            {changed ? words.developers.noRequestText : words.developers.noRequestsText}
          </Empty>
        }
      />
      <RequestDrawer id={request || null} onClose={() => set({ request: '' })} />
    </Section>
  )
}

function columnsOf(open: (id: string) => void): Column<RequestEntry>[] {
  return [
    { key: 'at', title: words.kit.when, cell: ({ at }) => <time dateTime={at}>{exactMoment(at)}</time> },
    {
      key: 'path',
      title: words.auditLog.request,
      part: 'title',
      cell: ({ id, method, path }) => (
        <Anchor component="button" type="button" className="open-row mono" onClick={() => open(id)}>
          {method} {path}
        </Anchor>
      ),
    },
    {
      key: 'status',
      title: words.developers.response,
      cell: (row) => (
        <>
          <RequestStatus status={row.status} />
          <Text size="sm" c="dimmed">
            {row.reason && loggedText(row.reason, row.code)}
          </Text>
        </>
      ),
    },
    { key: 'key', title: words.developers.key, cell: ({ keyName }) => keyName },
    {
      key: 'duration',
      title: words.developers.took,
      number: true,
      cell: ({ durationMs }) => say(words.developers.ms, { ms: durationMs }),
    },
  ]
}
