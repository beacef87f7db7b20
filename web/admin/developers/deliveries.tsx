import { Anchor, Button, Group, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useEffect, useMemo } from 'react'
import type { DeliveryAnswer } from '../../../src/http/admin/callbacks-schemas.ts'
import { readAgain, useList } from '../kit/data.ts'
import { FilterChips, useFilters } from '../kit/filters.tsx'
import { ago, exactMoment } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Section } from '../kit/page.tsx'
import { messageText } from '../kit/reasons.ts'
import { say } from '../kit/say.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { About } from './about.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { kindLabel } from './kinds.ts'
import { SPANS, startOf } from './spans.ts'

const WATCH_MS = 3000

const STATES = {
  waiting: { kind: 'warn', word: words.developers.waiting },
  delivered: { kind: 'ok', word: words.developers.delivered },
  failed: { kind: 'bad', word: words.developers.givenUp },
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
      title={words.developers.log}
      text={words.developers.logText}
      actions={
        <Button variant="default" onClick={refresh} loading={list.isRefetching}>
          {words.developers.refresh}
        </Button>
      }
    >
      <Group mb="md" gap="lg">
        <FilterChips
          label={words.kit.state}
          value={filters.state}
          onChange={(state) => set({ state })}
          options={[
            ['', words.kit.all],
            ...Object.entries(STATES).map(([state, { word }]) => [state, word] as [string, string]),
          ]}
        />
        <FilterChips
          label={words.developers.time}
          value={filters.span}
          onChange={(span) => set({ span })}
          options={SPANS}
        />
      </Group>
      <ListTable
        label={words.developers.log}
        list={list}
        columns={columnsOf((delivery) => show({ delivery }))}
        rowKey={(row) => row.id}
        noun={words.developers.deliveries}
        empty={
          <Empty
            title={changed ? words.developers.noDelivery : words.developers.nothingSent}
            action={changed && <Button onClick={clear}>{words.kit.clearFilters}</Button>}
          >
            {changed ? words.developers.noDeliveryText : words.developers.nothingSentText}
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
      title: words.kit.when,
      cell: ({ id, created }) => (
        <Anchor component="button" type="button" className="open-row" onClick={() => open(id)}>
          <time dateTime={created}>{exactMoment(created)}</time>
        </Anchor>
      ),
    },
    { key: 'kind', title: words.auditLog.what, cell: ({ kind }) => kindLabel(kind) },
    { key: 'about', title: words.auditLog.about, cell: ({ about }) => <About about={about} /> },
    {
      key: 'state',
      title: words.kit.state,
      cell: ({ state, due, attempts }) => (
        <>
          <StateBadge kind={STATES[state].kind}>{STATES[state].word}</StateBadge>
          {due && attempts > 0 && (
            <Text size="sm" c="dimmed">
              {say(words.developers.next, { when: ago(due) })}
            </Text>
          )}
        </>
      ),
    },
    { key: 'last', title: words.developers.lastResponse, cell: ({ last }) => last && lastText(last) },
    { key: 'attempts', title: words.developers.attempts, number: true, cell: ({ attempts }) => attempts },
  ]
}

function lastText({ status, error, reason }: NonNullable<DeliveryAnswer['last']>): string {
  if (status === null) return say(words.developers.noResponse, { error: messageText(error, reason) })
  return say(words.developers.status, { status: String(status) })
}
