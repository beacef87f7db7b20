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
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty } from '../kit/states.tsx'
import { failed } from '../kit/toast.tsx'
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
      Add a callback
    </Button>
  )
  return (
    <Section
      title="Callbacks"
      text="Addresses of your servers that we notify when someone subscribes, changes calendars or unsubscribes."
      actions={mayChange && add}
    >
      <Group mb="md">
        <FilterChips
          label="State"
          value={filters.state}
          onChange={(state) => set({ state })}
          options={[
            ['', 'All'],
            ['on', 'On'],
            ['off', 'Switched off'],
          ]}
        />
      </Group>
      <ListTable
        label="Callbacks"
        list={localList(query, filters.sort, isWanted)}
        columns={COLUMNS}
        rowKey={(callback) => callback.id}
        sort={filters.sort}
        onSort={(sort) => set({ sort })}
        noun={['callback', 'callbacks']}
        empty={
          <Empty
            title={changed ? 'No callback is in this state' : 'No callbacks yet'}
            action={changed ? <Button onClick={clear}>Show all callbacks</Button> : mayChange && add}
          >
            {!changed && 'Add the address of your server, send it a test, and see how it responds.'}
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
    title: 'Address',
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
    title: 'State',
    cell: ({ active }) => (
      <StateBadge kind={active ? 'ok' : 'plain'}>{active ? 'On' : 'Switched off'}</StateBadge>
    ),
  },
  { key: 'kinds', title: 'Notifications', cell: ({ kinds }) => kindsText(kinds) },
  {
    key: 'encrypted',
    title: 'Bodies',
    cell: ({ encrypted }) => (encrypted ? 'Encrypted' : 'Plain'),
  },
  { key: 'created', title: 'Added', sortable: true, cell: ({ created }) => day(created) },
]

function Downloads() {
  const [busy, setBusy] = useState('')
  const save = (format: 'csv' | 'ndjson') => {
    setBusy(format)
    saveFile(`/notifications.${format}`, {}, `notifications.${format}`)
      .catch(failed)
      .finally(() => setBusy(''))
  }
  return (
    <Section
      title="All notifications"
      text="Every notification of the last 90 days, whether or not it was delivered. The files contain e-mail addresses."
    >
      <Group>
        <Button variant="default" loading={busy === 'csv'} onClick={() => save('csv')}>
          Download CSV
        </Button>
        <Button variant="default" loading={busy === 'ndjson'} onClick={() => save('ndjson')}>
          Download NDJSON
        </Button>
      </Group>
    </Section>
  )
}
