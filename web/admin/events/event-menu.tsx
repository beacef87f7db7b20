import { ActionIcon, Menu } from '@mantine/core'
import { IconCopyPlus, IconDots, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
import { copyPath, pathsOf } from './event-paths.ts'

/** The actions on one event in the list. */
export function EventMenu({ event, subscriber }: { event: EventListed; subscriber: string | undefined }) {
  const { id, name } = event
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Actions for ${name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={`/events/${id}${pathsOf(subscriber).query}`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          Edit
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={copyPath(id, subscriber)}
          leftSection={<IconCopyPlus size={16} aria-hidden />}
        >
          Duplicate
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
