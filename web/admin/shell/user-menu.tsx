import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { send } from '../kit/api.ts'
import { client } from '../kit/data.ts'
import { forgetPublisher, useMe } from '../kit/session.tsx'
import { failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'

const SCHEMES = [
  ['auto', words.shell.asDevice],
  ['light', words.shell.light],
  ['dark', words.shell.dark],
] as const

/** The signed-in user, the colour scheme and signing out. */
export function UserMenu() {
  const { user } = useMe()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = async () => {
    try {
      await send('DELETE', '/session')
      forgetPublisher()
      client.clear()
      await navigate({ to: '/sign-in' })
    } catch (error) {
      failed(error)
    }
  }
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={words.shell.you}>
          <IconUserCircle size={24} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.email}</Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: '/profile' })}>{words.shell.profile}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.shell.colors}</Menu.Label>
        {SCHEMES.map(([scheme, name]) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={colorScheme === scheme ? <IconCheck size={16} aria-hidden /> : null}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{words.shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
