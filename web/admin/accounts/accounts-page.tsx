import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ListedAccountAnswer } from '../../../src/http/admin/accounts-schemas.ts'
import { useList } from '../kit/data.ts'
import { SearchField, useFilters } from '../kit/filters.tsx'
import { day } from '../kit/format.ts'
import { type Column, ListTable } from '../kit/list.tsx'
import { Page, Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { actIn, useMay, useMe } from '../kit/session.tsx'
import { Empty } from '../kit/states.tsx'
import { words } from '../words/index.ts'

/** The sub-accounts of a partner. */
export function AccountsPage() {
  const mayCreate = useMay('owner')
  const create = mayCreate && (
    <Button component={Link} to="/accounts/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {words.accounts.newAccount}
    </Button>
  )
  const { filters, set, changed, clear } = useFilters({ q: '', sort: 'company' })
  const denied = useDenied()
  const list = useList<ListedAccountAnswer>(denied ? null : '/accounts', filters)
  if (denied) return <NotHere>{denied}</NotHere>
  return (
    <Page title={words.shell.accounts} text={words.accounts.text} actions={create} wide>
      <Section>
        <Group mb="sm">
          <SearchField value={filters.q} onChange={(q) => set({ q })} hint={words.accounts.searchHint} />
        </Group>
        <ListTable
          label={words.shell.accounts}
          list={list}
          columns={COLUMNS}
          rowKey={({ id }) => String(id)}
          sort={filters.sort}
          onSort={(sort) => set({ sort })}
          noun={words.accounts.counted}
          empty={
            changed ? (
              <Empty
                title={words.accounts.noMatch}
                action={
                  <Button variant="default" onClick={clear}>
                    {words.kit.showAll}
                  </Button>
                }
              >
                {words.accounts.noMatchText}
              </Empty>
            ) : (
              <Empty title={words.accounts.none} action={create}>
                {words.accounts.noneText}
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
    title: words.accounts.company,
    sortable: true,
    cell: ({ id, company }) => (
      <Anchor component={Link} to={`/accounts/${id}`}>
        {company}
      </Anchor>
    ),
  },
  { key: 'reference', title: words.accounts.reference, sortable: true, cell: ({ reference }) => reference },
  {
    key: 'name',
    title: words.kit.owner,
    sortable: true,
    cell: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  { key: 'email', title: words.kit.email, sortable: true, cell: ({ email }) => email },
  { key: 'created', title: words.kit.created, sortable: true, cell: ({ created }) => day(created) },
  {
    key: 'open',
    title: words.accounts.open,
    part: 'buttons',
    cell: ({ id, company }) => (
      <Group justify="flex-end">
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => actIn(id)}
          aria-label={say(words.accounts.openNamed, { name: company })}
        >
          {words.accounts.open}
        </Button>
      </Group>
    ),
  },
]

/** Why this user can't see sub-accounts here; undefined if they can. */
export function useDenied(): string | undefined {
  const me = useMe()
  const visiting = me.user !== null && me.user.publisherId !== me.publisher.id
  if (visiting) return words.accounts.inside
  if (!me.partner) return words.accounts.partnersOnly
  return me.role === 'viewer' ? words.kit.editorsOnly : undefined
}

export function NotHere({ children }: { children: string }) {
  return (
    <Page title={words.shell.accounts}>
      <Text>{children}</Text>
    </Page>
  )
}
