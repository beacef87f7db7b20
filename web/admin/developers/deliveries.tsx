import { Anchor, Button, Group, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useEffect, useMemo } from 'react'
import type { DeliveryAnswer } from '../../../src/http/admin/callbacks-schemas.ts'
import { readAgain, useList } from '../kit/data.ts'
import { FilterChips, useFilters } from '../kit/filters.tsx'
import { ago, exactMoment } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Section } from '../kit/page.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty } from '../kit/states.tsx'
import { About } from './about.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { kindLabel } from './kinds.ts'
import { SPANS, startOf } from './spans.ts'

const WATCH_MS = 3000

const STATES = {
  waiting: { kind: 'warn', word: 'Waiting' },
  delivered: { kind: 'ok', word: 'Delivered' },
  failed: { kind: 'bad', word: 'Given up' },
} as const

/** The log of deliveries to a callback, read again every few seconds while one is waiting. */
export function Deliveries({ callbackId }: { callbackId: string }) {
  const { filters, set, changed, clear } = useFilters({ state: '', span: '' })
  const { filters: shown, set: show } = useFilters({ delivery: '' })
  const from = useMemo(() => startOf(filters.span), [filters.span])
  const list = useList<DeliveryAnswer>('/deliveries', { callbackId, state: filters.state, from, limit: 50 })
  const isWaiting = list.rows.some(({ state }) => state === 'waiting')
  // The number of notifications that can be replayed grows with the log.
  const refresh = () => void readAgain('/deliveries', `/callbacks/${callbackId}/`)
  const { start, stop } = useInterval(refresh, WATCH_MS)
  useEffect(() => {
    if (isWaiting) start()
    return stop
  }, [isWaiting, start, stop])
  return (
    <Section
      title="Delivery log"
      text="A delivery is tried at once, then after 5, 20 and 60 minutes unless your settings say otherwise. Open one to see each attempt."
      actions={
        <Button variant="default" onClick={refresh} loading={list.isRefetching}>
          Refresh
        </Button>
      }
    >
      <Group mb="md" gap="lg">
        <FilterChips
          label="State"
          value={filters.state}
          onChange={(state) => set({ state })}
          options={[
            ['', 'All'],
            ...Object.entries(STATES).map(([state, { word }]) => [state, word] as [string, string]),
          ]}
        />
        <FilterChips label="Time" value={filters.span} onChange={(span) => set({ span })} options={SPANS} />
      </Group>
      <ListTable
        label="Delivery log"
        list={list}
        columns={columnsOf((delivery) => show({ delivery }))}
        rowKey={(row) => row.id}
        noun={['delivery', 'deliveries']}
        empty={
          <Empty
            title={changed ? 'No delivery matches' : 'Nothing has been sent to it yet'}
            action={changed && <Button onClick={clear}>Clear filters</Button>}
          >
            {changed ? 'Choose another state or a longer time.' : 'Send a test, or subscribe yourself.'}
          </Empty>
        }
      />
      <DeliveryDrawer id={shown.delivery || null} onClose={() => show({ delivery: '' })} />
    </Section>
  )
}

function columnsOf(open: (id: string) => void): Column<DeliveryAnswer>[] {
  return [
    {
      key: 'created',
      title: 'When',
      cell: ({ id, created }) => (
        <Anchor component="button" type="button" className="open-row" onClick={() => open(id)}>
          <time dateTime={created}>{exactMoment(created)}</time>
        </Anchor>
      ),
    },
    { key: 'kind', title: 'What', cell: ({ kind }) => kindLabel(kind) },
    { key: 'about', title: 'About', cell: ({ about }) => <About about={about} /> },
    {
      key: 'state',
      title: 'State',
      cell: ({ state, due, attempts }) => (
        <>
          <StateBadge kind={STATES[state].kind}>{STATES[state].word}</StateBadge>
          {due && attempts > 0 && (
            <Text size="sm" c="dimmed">
              next {ago(due)}
            </Text>
          )}
        </>
      ),
    },
    { key: 'last', title: 'Last response', cell: ({ last }) => last && lastText(last) },
    { key: 'attempts', title: 'Attempts', number: true, cell: ({ attempts }) => attempts },
  ]
}

function lastText({ status, error }: NonNullable<DeliveryAnswer['last']>): string {
  if (status === null) return `No response: ${error}`
  return `Status ${status}`
}
