import { Button, Group, Menu, Text } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiKeyAnswer } from '../../../src/http/admin/api-keys-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Copyable } from '../kit/copy.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { FilterChips, useFilters } from '../kit/filters.tsx'
import { ago, day, moment } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Section } from '../kit/page.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { SCOPES } from './key-fields.tsx'
import { localList } from './local-list.ts'
import { NewKey } from './new-key.tsx'

/** The API keys, for owners. */
export function KeysTab() {
  const query = useData<ApiKeyAnswer[]>('/api-keys')
  const { filters, set, changed, clear } = useFilters({ sort: 'created', state: '' })
  const [creating, setCreating] = useState(false)
  const [editing, setEditing] = useState<ApiKeyAnswer | null>(null)
  const [ending, setEnding] = useState<ApiKeyAnswer | null>(null)
  const isOn = (key: ApiKeyAnswer) => ['ok', 'warn'].includes(keyState(key).kind)
  const list = localList(
    query,
    filters.sort,
    (key) => !filters.state || isOn(key) === (filters.state === 'on'),
  )
  return (
    <Section
      title="API keys"
      text="Your programs sign their requests with a key and its secret. Give each program its own key, so that you can switch one off without the others."
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          Create a key
        </Button>
      }
    >
      <Group mb="md">
        <FilterChips
          label="State"
          value={filters.state}
          onChange={(state) => set({ state })}
          options={[
            ['', 'All'],
            ['on', 'On'],
            ['off', 'Off or expired'],
          ]}
        />
      </Group>
      <ListTable
        label="API keys"
        list={list}
        columns={columnsOf(setEditing, setEnding)}
        rowKey={(key) => key.apiKey}
        sort={filters.sort}
        onSort={(sort) => set({ sort })}
        noun={['key', 'keys']}
        empty={
          <Empty
            title={changed ? 'No key is in this state' : 'No keys yet'}
            action={changed && <Button onClick={clear}>Show all keys</Button>}
          >
            {!changed && 'Create one for each program that uses the API.'}
          </Empty>
        }
      />
      <NewKey opened={creating} onClose={() => setCreating(false)} />
      {editing && <KeyDialog key={editing.apiKey} apiKey={editing} onClose={() => setEditing(null)} />}
      <Confirm
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={`Switch off “${ending?.name ?? ''}”?`}
        action="Switch off"
        onConfirm={() => switchKey(ending!, false)}
      >
        From now on, every request with this key is refused.{' '}
        {ending?.lastUsed ? `It was last used ${ago(ending.lastUsed)}.` : 'It has never been used.'} Buttons
        embedded with this key disappear from your pages. You can switch it on again.
      </Confirm>
    </Section>
  )
}

async function switchKey(key: ApiKeyAnswer, active: boolean): Promise<void> {
  await send('PUT', `/api-keys/${encodeURIComponent(key.apiKey)}`, { active })
  await readAgain('/api-keys')
  const undo = () => void switchKey(key, true).catch(failed)
  done(active ? `“${key.name}” is on again` : `“${key.name}” is switched off`, active ? undefined : undo)
}

function columnsOf(
  edit: (key: ApiKeyAnswer) => void,
  end: (key: ApiKeyAnswer) => void,
): Column<ApiKeyAnswer>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      sortable: true,
      cell: (key) => (
        <>
          <Text fw={600}>{key.name}</Text>
          <Copyable value={key.apiKey} what={`the key of ${key.name}`} short={`${key.apiKey.slice(0, 8)}…`} />
        </>
      ),
    },
    {
      key: 'state',
      title: 'State',
      cell: (key) => {
        const { kind, word } = keyState(key)
        return <StateBadge kind={kind}>{word}</StateBadge>
      },
    },
    {
      key: 'lastUsed',
      title: 'Last used',
      sortable: true,
      cell: ({ lastUsed }) => (lastUsed ? <span title={moment(lastUsed)}>{ago(lastUsed)}</span> : 'Never'),
    },
    {
      key: 'expires',
      title: 'Expires',
      sortable: true,
      cell: ({ expires }) => (expires ? moment(expires) : 'Never'),
    },
    {
      key: 'sha256Only',
      title: 'Signatures',
      cell: ({ sha256Only, onceOnly }) => (
        <>
          {sha256Only ? 'SHA-256 only' : 'MD5 or SHA-256'}
          {onceOnly && ', each accepted once'}
        </>
      ),
    },
    {
      key: 'scope',
      title: 'Permissions',
      sortable: true,
      cell: ({ scope, addresses }) => (
        <>
          {SCOPES[scope]}
          {addresses.length > 0 && (
            <Text size="sm" c="dimmed" title={addresses.join(', ')}>
              from {addresses.length === 1 ? addresses[0] : `${addresses.length} addresses`}
            </Text>
          )}
        </>
      ),
    },
    { key: 'created', title: 'Created', sortable: true, cell: ({ created }) => day(created) },
    {
      key: 'do',
      title: 'Actions',
      part: 'menu',
      cell: (key) => <KeyMenu apiKey={key} edit={edit} end={end} />,
    },
  ]
}

function KeyMenu({
  apiKey,
  edit,
  end,
}: {
  apiKey: ApiKeyAnswer
  edit: (key: ApiKeyAnswer) => void
  end: (key: ApiKeyAnswer) => void
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" px={6} aria-label={`Actions for ${apiKey.name}`}>
          <IconDots size={18} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => edit(apiKey)}>Change</Menu.Item>
        {apiKey.active ? (
          <Menu.Item color="bad" onClick={() => end(apiKey)}>
            Switch off
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => void switchKey(apiKey, true).catch(failed)}>Switch on</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The state of a key, as a badge. */
export function keyState({ active, expires }: ApiKeyAnswer, now = Date.now()) {
  if (!active) return { kind: 'plain', word: 'Switched off' } as const
  if (expires === null) return { kind: 'ok', word: 'On' } as const
  const left = Date.parse(expires) - now
  if (left <= 0) return { kind: 'bad', word: 'Expired' } as const
  return left < 14 * 86_400_000
    ? ({ kind: 'warn', word: 'Expires soon' } as const)
    : ({ kind: 'ok', word: 'On' } as const)
}
