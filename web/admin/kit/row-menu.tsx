import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { words } from '../words/index.ts'
import { say } from './say.tsx'

/** The button "…" of a row, with its menu. `name` is that of the row. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={say(words.kit.actionsFor, { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** The item that leads to the page of a row. */
export function EditItem({ to }: { to: string }) {
  return (
    <Menu.Item component={Link} to={to} leftSection={<IconPencil size={16} aria-hidden />}>
      {words.kit.edit}
    </Menu.Item>
  )
}
