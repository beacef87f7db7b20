import { ActionIcon, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconDots, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { useMay } from '../kit/session.tsx'
import { done } from '../kit/toast.tsx'
import { DeleteCalendar } from './delete-calendar.tsx'

/** The actions on a calendar in the list. */
export function CalendarMenu({ calendar }: { calendar: AdminCalendar }) {
  const mayEdit = useMay('editor')
  const clipboard = useClipboard()
  const [deleting, setDeleting] = useState(false)
  const { id, name, feed, page, reference, draft } = calendar
  const copy = (what: string, value: string) => (
    <Menu.Item
      leftSection={<IconCopy size={16} aria-hidden />}
      onClick={() => {
        clipboard.copy(value)
        done(`Copied the ${what}`)
      }}
    >
      Copy {what}
    </Menu.Item>
  )
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Actions for ${name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {copy('feed link', feed)}
          {copy('page link', page)}
          {copy('id', id)}
          {copy('reference', reference)}
          {!draft && (
            <Menu.Item
              component="a"
              href={page}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              Open the public page
            </Menu.Item>
          )}
          {mayEdit && (
            <>
              <Menu.Divider />
              <Menu.Item
                component={Link}
                to={`/calendars/${id}`}
                leftSection={<IconPencil size={16} aria-hidden />}
              >
                Edit
              </Menu.Item>
              <Menu.Item
                color="bad"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setDeleting(true)}
              >
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <DeleteCalendar calendar={calendar} opened={deleting} onClose={() => setDeleting(false)} />
    </>
  )
}
