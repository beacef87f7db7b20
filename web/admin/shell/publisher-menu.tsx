import { Button, Loader, Menu, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useList } from '../kit/data.ts'
import { actIn, type Me, useMe } from '../kit/session.tsx'
import { words } from '../words/index.ts'

interface Account {
  id: number
  company: string
}

/** The name of the publisher. Users of a partner can switch to a sub-account here, and back. */
export function PublisherMenu() {
  const me = useMe()
  const [opened, setOpened] = useState(false)
  if (!mayVisit(me)) return <Text className="publisher-name">{me.publisher.company}</Text>
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" width={300} trapFocus>
      <Menu.Target>
        <Button variant="subtle" color="gray" rightSection={<IconChevronDown size={16} aria-hidden />}>
          <span className="publisher-name">{me.publisher.company}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{opened && <Choices me={me} />}</Menu.Dropdown>
    </Menu>
  )
}

function Choices({ me }: { me: Me }) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 250)
  const visiting = me.user?.publisherId !== me.publisher.id
  const list = useList<Account>(visiting ? null : '/accounts', { q, limit: 10 })
  if (visiting) return <Menu.Item onClick={() => actIn(undefined)}>{words.shell.backToOwn}</Menu.Item>
  return (
    <>
      <TextInput
        aria-label={words.shell.findAccount}
        placeholder={words.shell.findAccount}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        mb="xs"
        data-autofocus
      />
      {list.isPending && <Loader size="sm" m="sm" />}
      {list.rows.map(({ id, company }) => (
        <Menu.Item key={id} onClick={() => actIn(id)}>
          {company}
        </Menu.Item>
      ))}
      {!list.isPending && list.rows.length === 0 && (
        <Text size="sm" c="dimmed" p="xs">
          {q ? words.shell.noAccountMatches : words.shell.noAccounts}
        </Text>
      )}
    </>
  )
}

function mayVisit({ partner, role }: Me): boolean {
  return partner && role !== 'viewer'
}
