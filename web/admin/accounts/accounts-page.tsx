import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ListedAccountAnswer } from '../../../src/http/admin/accounts-schemas.ts'
import { useList } from '../kit/data.ts'
import { SearchField, useFilters } from '../kit/filters.tsx'
import { day } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Page, Section } from '../kit/page.tsx'
import { actIn, useMay, useMe } from '../kit/session.tsx'
import { Empty } from '../kit/states.tsx'

const TEXT = 'Publishers that you manage, each with its own calendars, subscribers and keys.'

/** The sub-accounts of a partner. */
export function AccountsPage() {
  const mayCreate = useMay('owner')
  const create = mayCreate && (
    <Button component={Link} to="/accounts/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New sub-account
    </Button>
  )
  const { filters, set, changed, clear } = useFilters({ q: '', sort: 'company' })
  const denied = useDenied()
  const list = useList<ListedAccountAnswer>(denied ? null : '/accounts', filters)
  if (denied) return <NotHere>{denied}</NotHere>
  return (
    <Page title="Sub-accounts" text={TEXT} actions={create} wide>
      <Section>
        <Group mb="sm">
          <SearchField
            value={filters.q}
            onChange={(q) => set({ q })}
            hint="Company, reference, e-mail or name"
          />
        </Group>
        <ListTable
          label="Sub-accounts"
          list={list}
          columns={COLUMNS}
          rowKey={({ id }) => String(id)}
          sort={filters.sort}
          onSort={(sort) => set({ sort })}
          noun={['sub-account', 'sub-accounts']}
          empty={
            changed ? (
              <Empty
                title="No sub-account matches"
                action={
                  <Button variant="default" onClick={clear}>
                    Show all
                  </Button>
                }
              >
                Search for part of the company, reference, e-mail or name.
              </Empty>
            ) : (
              <Empty title="You have no sub-accounts yet" action={create}>
                A sub-account is a separate publisher. It starts with an API key and two widgets.
              </Empty>
            )
          }
        />
      </Section>
    </Page>
  )
}

const COLUMNS: Column<ListedAccountAnswer>[] = [
  {
    key: 'company',
    title: 'Company',
    sortable: true,
    cell: ({ id, company }) => (
      <Anchor component={Link} to={`/accounts/${id}`}>
        {company}
      </Anchor>
    ),
  },
  { key: 'reference', title: 'Reference', sortable: true, cell: ({ reference }) => reference },
  {
    key: 'name',
    title: 'Owner',
    sortable: true,
    cell: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  { key: 'email', title: 'E-mail', sortable: true, cell: ({ email }) => email },
  { key: 'created', title: 'Created', sortable: true, cell: ({ created }) => day(created) },
  {
    key: 'open',
    title: 'Open',
    part: 'buttons',
    cell: ({ id, company }) => (
      <Group justify="flex-end">
        <Button variant="default" size="compact-sm" onClick={() => actIn(id)} aria-label={`Open ${company}`}>
          Open
        </Button>
      </Group>
    ),
  },
]

/** Why this user can't see sub-accounts here; undefined if they can. */
export function useDenied(): string | undefined {
  const me = useMe()
  const visiting = me.user !== null && me.user.publisherId !== me.publisher.id
  if (visiting) return 'You are inside a sub-account. Go back to your own publisher at the top of the page.'
  if (!me.partner) return 'Sub-accounts are for partners. The operator of this service can make you one.'
  return me.role === 'viewer' ? 'Ask an owner of this publisher to make you an editor.' : undefined
}

export function NotHere({ children }: { children: string }) {
  return (
    <Page title="Sub-accounts">
      <Text>{children}</Text>
    </Page>
  )
}
