import { Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { EditItem, RowMenu } from '../kit/row-menu.tsx'
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
      <RowMenu name={name}>
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
            <EditItem to={`/calendars/${id}`} />
            <Menu.Item
              color="bad"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setDeleting(true)}
            >
              Delete
            </Menu.Item>
          </>
        )}
      </RowMenu>
      <DeleteCalendar calendar={calendar} opened={deleting} onClose={() => setDeleting(false)} />
    </>
  )
}
