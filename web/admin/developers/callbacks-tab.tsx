import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CallbackAnswer } from '../../../src/http/admin/callbacks-schemas.ts'
import { saveFile } from '../kit/api.ts'
import { useData } from '../kit/data.ts'
import { FilterChips, useFilters } from '../kit/filters.tsx'
import { day } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Section } from '../kit/page.tsx'
import { SaveMenu, useSavedTables } from '../kit/save-menu.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { NewCallbackDialog } from './callback-dialog.tsx'
import { DeliveryHealthPart } from './delivery-health.tsx'
import { kindsText } from './kinds.ts'
import { localList } from './local-list.ts'

/** The list of callbacks, how their deliveries went, and all notifications as a file. */
export function CallbacksTab() {
  const mayChange = useMay('editor')
  return (
    <Stack gap="lg">
      <Callbacks mayChange={mayChange} />
      <DeliveryHealthPart />
      {mayChange && <Downloads />}
    </Stack>
  )
}

function Callbacks({ mayChange }: { mayChange: boolean }) {
  const query = useData<CallbackAnswer[]>('/callbacks')
  const { filters, set, changed, clear } = useFilters({ sort: 'created', state: '' })
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const isWanted = ({ active }: CallbackAnswer) => !filters.state || active === (filters.state === 'on')
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {words.developers.addCallback}
    </Button>
  )
  return (
    <Section
      title={words.auditLog.callbacks}
      text={words.developers.callbacksText}
      actions={mayChange && add}
    >
      <Group mb="md">
        <FilterChips
          label={words.kit.state}
          value={filters.state}
          onChange={(state) => set({ state })}
          options={[
            ['', words.kit.all],
            ['on', words.developers.on],
            ['off', words.developers.switchedOff],
          ]}
        />
      </Group>
      <ListTable
        label={words.auditLog.callbacks}
        list={localList(query, filters.sort, isWanted)}
        columns={COLUMNS}
        rowKey={(callback) => callback.id}
        sort={filters.sort}
        onSort={(sort) => set({ sort })}
        noun={words.developers.callbacks}
        empty={
          <Empty
            title={changed ? words.developers.noCallbackMatches : words.developers.noCallbacks}
            action={
              changed ? (
                <Button onClick={clear}>{words.developers.showAllCallbacks}</Button>
              ) : (
                mayChange && add
              )
            }
          >
            {!changed && words.developers.noCallbacksText}
          </Empty>
        }
      />
      <NewCallbackDialog
        opened={adding}
        onClose={(id) => {
          setAdding(false)
          if (id) void navigate({ to: '/developers/callbacks/$id', params: { id } })
        }}
      />
    </Section>
  )
}

const COLUMNS: Column<CallbackAnswer>[] = [
  {
    key: 'url',
    title: words.developers.address,
    sortable: true,
    cell: ({ id, name, url }) => (
      <>
        <Anchor
          renderRoot={(props) => <Link to="/developers/callbacks/$id" params={{ id }} {...props} />}
          className="open-row"
        >
          {name || url}
        </Anchor>
        {name && (
          <Text size="sm" c="dimmed" className="open-row">
            {url}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'state',
    title: words.kit.state,
    cell: ({ active }) => (
      <StateBadge kind={active ? 'ok' : 'plain'}>
        {active ? words.developers.on : words.developers.switchedOff}
      </StateBadge>
    ),
  },
  { key: 'kinds', title: words.subscribers.notifications, cell: ({ kinds }) => kindsText(kinds) },
  {
    key: 'encrypted',
    title: words.developers.bodies,
    cell: ({ encrypted }) => (encrypted ? words.developers.encrypted : words.developers.plain),
  },
  { key: 'created', title: words.developers.added, sortable: true, cell: ({ created }) => day(created) },
]

function Downloads() {
  const tables = useSavedTables('/notifications.csv', {}, { created: { kind: 'moment' } })
  const lines = () => saveFile('/notifications.ndjson', {}, 'notifications.ndjson')
  return (
    <Section title={words.developers.allNotifications} text={words.developers.allNotificationsText}>
      <SaveMenu files={[...tables, [words.developers.linesOfJson, lines]]} />
    </Section>
  )
}
