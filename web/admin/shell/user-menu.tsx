import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { send } from '../kit/api.ts'
import { client } from '../kit/data.ts'
import { forgetPublisher, useMe } from '../kit/session.tsx'
import { failed } from '../kit/toast.tsx'

const SCHEMES = [
  ['auto', 'Same as device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
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
        <ActionIcon variant="subtle" color="gray" size={44} aria-label="You and your settings">
          <IconUserCircle size={24} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.email}</Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: '/profile' })}>Your profile</Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
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
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
