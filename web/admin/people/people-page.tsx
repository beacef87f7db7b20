import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { UserRecord } from '../../../src/http/admin/users-schemas.ts'
import { useList } from '../kit/data.ts'
import { FilterChips, SearchField, useFilters } from '../kit/filters.tsx'
import { ago, moment } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Page, Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { useMay, useMe } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { filterUsers, stateOf } from './narrow-users.ts'
import { UserActions } from './user-actions.tsx'
import { UserDialog } from './user-dialog.tsx'

/** The users of a publisher and their roles. Everyone can see them; owners can change them. */
export function PeoplePage() {
  const list = useList<UserRecord>('/people')
  const { filters, set, changed, clear } = useFilters({ q: '', role: '', state: '', sort: '' })
  // The search opens this page with the dialog.
  const { invite: asked }: { invite?: string } = useSearch({ strict: false })
  const [inviting, setInviting] = useState(asked === '1')
  const owner = useMay('owner')
  const own = useMe().user?.id
  const invite = owner && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
      {words.people.invite}
    </Button>
  )
  return (
    <Page
      title={words.shell.people}
      text={owner ? words.people.text : words.people.textForOthers}
      actions={invite}
    >
      <Section>
        <Stack gap="md">
          <Group gap="sm">
            <SearchField value={filters.q} onChange={(q) => set({ q })} hint={words.people.searchHint} />
            <FilterChips
              label={words.people.role}
              value={filters.role}
              options={[
                ['', words.people.allRoles],
                ['owner', words.people.owners],
                ['editor', words.people.editors],
                ['viewer', words.people.viewers],
              ]}
              onChange={(role) => set({ role })}
            />
            <FilterChips
              label={words.kit.state}
              value={filters.state}
              options={[
                ['', words.kit.all],
                ['active', words.people.active],
                ['invited', words.people.invited],
                ['off', words.people.off],
              ]}
              onChange={(state) => set({ state })}
            />
          </Group>
          <ListTable
            label={words.shell.people}
            list={filterUsers(list, filters)}
            columns={columns(own, owner)}
            rowKey={({ id }) => id}
            sort={filters.sort}
            onSort={(sort) => set({ sort })}
            noun={words.kit.people}
            empty={
              changed ? (
                <Empty
                  title={words.people.nobodyMatches}
                  action={<Button onClick={clear}>{words.kit.showAll}</Button>}
                />
              ) : (
                <Empty title={words.people.nobody} action={invite} />
              )
            }
          />
        </Stack>
      </Section>
      {inviting && owner && <UserDialog onClose={() => setInviting(false)} />}
    </Page>
  )
}

function columns(own: string | undefined, owner: boolean): Column<UserRecord>[] {
  const menu: Column<UserRecord> = {
    key: 'menu',
    title: words.kit.actions,
    part: 'menu',
    cell: (user) => <UserActions user={user} isMe={user.id === own} />,
  }
  return [
    {
      key: 'name',
      title: words.kit.name,
      sortable: true,
      cell: ({ id, name, email }) => (
        <>
          <Text fw={600}>{id === own ? say(words.people.you, { name: name || email }) : name || email}</Text>
          {name && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {email}
            </Text>
          )}
        </>
      ),
    },
    { key: 'role', title: words.people.role, sortable: true, cell: ({ role }) => words.kit[role] },
    { key: 'state', title: words.kit.state, sortable: true, cell: (user) => <State user={user} /> },
    {
      key: 'totp',
      title: words.people.secondStep,
      cell: ({ totp }) => (totp ? words.people.codes : words.people.noStep),
    },
    {
      key: 'lastSignIn',
      title: words.people.lastSignIn,
      sortable: true,
      cell: ({ lastSignIn }) =>
        lastSignIn ? (
          <time dateTime={lastSignIn} title={moment(lastSignIn)}>
            {ago(lastSignIn)}
          </time>
        ) : (
          words.kit.never
        ),
    },
    ...(owner ? [menu] : []),
  ]
}

function State({ user }: { user: UserRecord }) {
  const state = stateOf(user)
  if (state === 'off') return <StateBadge kind="plain">{words.people.off}</StateBadge>
  if (state === 'invited') return <StateBadge kind="warn">{words.people.invited}</StateBadge>
  return <StateBadge kind="ok">{words.people.active}</StateBadge>
}
