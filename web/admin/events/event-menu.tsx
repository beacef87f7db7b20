import { Menu } from '@mantine/core'
import { IconCopyPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
import { EditItem, RowMenu } from '../kit/row-menu.tsx'
import { words } from '../words/index.ts'
import { copyPath, pathsOf } from './event-paths.ts'

/** The actions on one event in the list. */
export function EventMenu({ event, subscriber }: { event: EventListed; subscriber: string | undefined }) {
  const { id, name } = event
  return (
    <RowMenu name={name}>
      <EditItem to={`/events/${id}${pathsOf(subscriber).query}`} />
      <Menu.Item
        component={Link}
        to={copyPath(id, subscriber)}
        leftSection={<IconCopyPlus size={16} aria-hidden />}
      >
        {words.events.duplicate}
      </Menu.Item>
    </RowMenu>
  )
}
