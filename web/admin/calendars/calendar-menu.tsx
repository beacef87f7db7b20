import { Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import { EditItem, RowMenu } from '../kit/row-menu.tsx'
import { useMay } from '../kit/session.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { DeleteCalendar } from './delete-calendar.tsx'

/** The actions on a calendar in the list. */
export function CalendarMenu({ calendar }: { calendar: AdminCalendar }) {
  const mayEdit = useMay('editor')
  const clipboard = useClipboard()
  const [deleting, setDeleting] = useState(false)
  const { id, name, feed, page, reference, draft } = calendar
  const copy = (text: string, value: string, copied: string) => (
    <Menu.Item
      leftSection={<IconCopy size={16} aria-hidden />}
      onClick={() => {
        clipboard.copy(value)
        done(copied)
      }}
    >
      {text}
    </Menu.Item>
  )
  return (
    <>
      <RowMenu name={name}>
        {copy(words.calendars.copyFeed, feed, words.calendars.copiedFeed)}
        {copy(words.calendars.copyPage, page, words.calendars.copiedPage)}
        {copy(words.calendars.copyId, id, words.calendars.copiedId)}
        {copy(words.calendars.copyReference, reference, words.calendars.copiedReference)}
        {!draft && (
          <Menu.Item
            component="a"
            href={page}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {words.calendars.openPublicPage}
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
              {words.kit.delete}
            </Menu.Item>
          </>
        )}
      </RowMenu>
      <DeleteCalendar calendar={calendar} opened={deleting} onClose={() => setDeleting(false)} />
    </>
  )
}
