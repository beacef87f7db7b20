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
import { say, sayCount } from '../kit/say.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
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
      title={words.auditLog.apiKeys}
      text={words.developers.keysText}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          {words.developers.createKey}
        </Button>
      }
    >
      <Group mb="md">
        <FilterChips
          label={words.kit.state}
          value={filters.state}
          onChange={(state) => set({ state })}
          options={[
            ['', words.kit.all],
            ['on', words.developers.on],
            ['off', words.developers.offOrExpired],
          ]}
        />
      </Group>
      <ListTable
        label={words.auditLog.apiKeys}
        list={list}
        columns={columnsOf(setEditing, setEnding)}
        rowKey={(key) => key.apiKey}
        sort={filters.sort}
        onSort={(sort) => set({ sort })}
        noun={words.developers.keys}
        empty={
          <Empty
            title={changed ? words.developers.noKeyMatches : words.developers.noKeys}
            action={changed && <Button onClick={clear}>{words.developers.showAllKeys}</Button>}
          >
            {!changed && words.developers.noKeysText}
          </Empty>
        }
      />
      <NewKey opened={creating} onClose={() => setCreating(false)} />
      {editing && <KeyDialog key={editing.apiKey} apiKey={editing} onClose={() => setEditing(null)} />}
      <Confirm
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={say(words.developers.endKeyTitle, { name: ending?.name ?? '' })}
        action={words.kit.switchOff}
        onConfirm={() => switchKey(ending!, false)}
      >
        {ending?.lastUsed
          ? say(words.developers.endKeyUsed, { ago: ago(ending.lastUsed) })
          : words.developers.endKeyNever}
      </Confirm>
    </Section>
  )
}

async function switchKey(key: ApiKeyAnswer, active: boolean): Promise<void> {
  await send('PUT', `/api-keys/${encodeURIComponent(key.apiKey)}`, { active })
  await readAgain('/api-keys')
  const undo = () => void switchKey(key, true).catch(failed)
  const text = active ? words.developers.keyOn : words.developers.keyOff
  done(say(text, { name: key.name }), active ? undefined : undo)
}

function columnsOf(
  edit: (key: ApiKeyAnswer) => void,
  end: (key: ApiKeyAnswer) => void,
): Column<ApiKeyAnswer>[] {
  return [
    {
      key: 'name',
      title: words.kit.name,
      sortable: true,
      cell: (key) => (
        <>
          <Text fw={600}>{key.name}</Text>
          <Copyable
            value={key.apiKey}
            what={say(words.developers.theKeyOf, { name: key.name })}
            short={`${key.apiKey.slice(0, 8)}…`}
          />
        </>
      ),
    },
    {
      key: 'state',
      title: words.kit.state,
      cell: (key) => {
        const { kind, word } = keyState(key)
        return <StateBadge kind={kind}>{word}</StateBadge>
      },
    },
    {
      key: 'lastUsed',
      title: words.developers.lastUsed,
      sortable: true,
      cell: ({ lastUsed }) =>
        lastUsed ? <span title={moment(lastUsed)}>{ago(lastUsed)}</span> : words.developers.neverUsed,
    },
    {
      key: 'expires',
      title: words.developers.expires,
      sortable: true,
      cell: ({ expires }) => (expires ? moment(expires) : words.kit.never),
    },
    {
      key: 'sha256Only',
      title: words.developers.signatures,
      cell: ({ sha256Only, onceOnly }) => signatureText(sha256Only, onceOnly),
    },
    {
      key: 'scope',
      title: words.developers.permissions,
      sortable: true,
      cell: ({ scope, addresses }) => (
        <>
          {SCOPES[scope]}
          {addresses.length > 0 && (
            <Text size="sm" c="dimmed" title={addresses.join(', ')}>
              {addresses.length === 1
                ? say(words.developers.fromAddress, { address: addresses[0]! })
                : sayCount(words.developers.fromAddresses, addresses.length)}
            </Text>
          )}
        </>
      ),
    },
    { key: 'created', title: words.kit.created, sortable: true, cell: ({ created }) => day(created) },
    {
      key: 'do',
      title: words.kit.actions,
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
        <Button
          variant="subtle"
          size="compact-sm"
          px={6}
          aria-label={say(words.kit.actionsFor, { name: apiKey.name })}
        >
          <IconDots size={18} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => edit(apiKey)}>{words.kit.change}</Menu.Item>
        {apiKey.active ? (
          <Menu.Item color="bad" onClick={() => end(apiKey)}>
            {words.kit.switchOff}
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => void switchKey(apiKey, true).catch(failed)}>
            {words.kit.switchOn}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function signatureText(sha256Only: boolean, onceOnly: boolean): string {
  if (sha256Only) return onceOnly ? words.developers.shaOnlyOnce : words.developers.shaOnly
  return onceOnly ? words.developers.anySignatureOnce : words.developers.anySignature
}

/** The state of a key, as a badge. */
export function keyState({ active, expires }: ApiKeyAnswer, now = Date.now()) {
  if (!active) return { kind: 'plain', word: words.developers.switchedOff } as const
  if (expires === null) return { kind: 'ok', word: words.developers.on } as const
  const left = Date.parse(expires) - now
  if (left <= 0) return { kind: 'bad', word: words.developers.expired } as const
  return left < 14 * 86_400_000
    ? ({ kind: 'warn', word: words.developers.expiresSoon } as const)
    : ({ kind: 'ok', word: words.developers.on } as const)
}
