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
import { useMay, useMe } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty } from '../kit/states.tsx'
import { filterUsers, stateOf } from './narrow-users.ts'
import { UserActions } from './user-actions.tsx'
import { UserDialog } from './user-dialog.tsx'

const ROLES = { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' }

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
      Invite someone
    </Button>
  )
  return (
    <Page
      title="People"
      text={
        owner
          ? 'The people who work here, and what they may do.'
          : 'The people who work here, and what they may do. Owners can change this.'
      }
      actions={invite}
    >
      <Section>
        <Stack gap="md">
          <Group gap="sm">
            <SearchField value={filters.q} onChange={(q) => set({ q })} hint="Name or e-mail" />
            <FilterChips
              label="Role"
              value={filters.role}
              options={[
                ['', 'All roles'],
                ['owner', 'Owners'],
                ['editor', 'Editors'],
                ['viewer', 'Viewers'],
              ]}
              onChange={(role) => set({ role })}
            />
            <FilterChips
              label="State"
              value={filters.state}
              options={[
                ['', 'All'],
                ['active', 'Active'],
                ['invited', 'Invited'],
                ['off', 'Off'],
              ]}
              onChange={(state) => set({ state })}
            />
          </Group>
          <ListTable
            label="People"
            list={filterUsers(list, filters)}
            columns={columns(own, owner)}
            rowKey={({ id }) => id}
            sort={filters.sort}
            onSort={(sort) => set({ sort })}
            noun={['person', 'people']}
            empty={
              changed ? (
                <Empty title="Nobody matches" action={<Button onClick={clear}>Show all</Button>} />
              ) : (
                <Empty title="Nobody is here yet" action={invite} />
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
    title: 'Actions',
    part: 'menu',
    cell: (user) => <UserActions user={user} isMe={user.id === own} />,
  }
  return [
    {
      key: 'name',
      title: 'Name',
      sortable: true,
      cell: ({ id, name, email }) => (
        <>
          <Text fw={600}>
            {name || email}
            {id === own && ' (you)'}
          </Text>
          {name && (
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {email}
            </Text>
          )}
        </>
      ),
    },
    { key: 'role', title: 'Role', sortable: true, cell: ({ role }) => ROLES[role] },
    { key: 'state', title: 'State', sortable: true, cell: (user) => <State user={user} /> },
    { key: 'totp', title: 'Second step', cell: ({ totp }) => (totp ? 'Codes' : 'None') },
    {
      key: 'lastSignIn',
      title: 'Last sign-in',
      sortable: true,
      cell: ({ lastSignIn }) =>
        lastSignIn ? (
          <time dateTime={lastSignIn} title={moment(lastSignIn)}>
            {ago(lastSignIn)}
          </time>
        ) : (
          'Never'
        ),
    },
    ...(owner ? [menu] : []),
  ]
}

function State({ user }: { user: UserRecord }) {
  const state = stateOf(user)
  if (state === 'off') return <StateBadge kind="plain">Off</StateBadge>
  if (state === 'invited') return <StateBadge kind="warn">Invited</StateBadge>
  return <StateBadge kind="ok">Active</StateBadge>
}
