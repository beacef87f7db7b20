import { Button, Menu, Text } from '@mantine/core'
import { IconDots, IconDownload, IconEraser, IconMail } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { saveFile, send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { client, readAgain } from '../kit/data.ts'
import { count, counted } from '../kit/format.ts'
import { useMay } from '../kit/session.tsx'
import { done, failed } from '../kit/toast.tsx'

type Asking = 'unsubscribe' | 'mail' | 'erase'

/** The actions on a record, for editors and owners. Each explains what will happen and asks first. */
export function RecordActions({ record }: { record: SubscriberRecord }) {
  const { id, email, state } = record
  const [asking, setAsking] = useState<Asking>()
  const mayErase = useMay('owner')
  const navigate = useNavigate()
  const active = state === 'active'
  const close = () => setAsking(undefined)
  const change = async (what: string, doneText: string) => {
    await send('POST', `/subscribers/${id}/${what}`, {})
    await readAgain('/subscribers')
    done(doneText)
  }
  const erase = async () => {
    await send('DELETE', `/subscribers/${id}`)
    await navigate({ to: '/subscribers' })
    client.removeQueries({ predicate: ({ queryKey: [, path] }) => path === `/subscribers/${id}` })
    void readAgain('/subscribers')
    done('Erased')
  }
  const download = () =>
    void saveFile(`/subscribers/${id}/export`, {}, `subscriber-${id}.json`)
      .then(() => readAgain(`/subscribers/${id}`))
      .catch(failed)

  return (
    <>
      {active && (
        <Button variant="default" onClick={() => setAsking('unsubscribe')}>
          Unsubscribe
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDots size={16} aria-hidden />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {active && (
            <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={() => setAsking('mail')}>
              E-mail their link
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
            Download their data
          </Menu.Item>
          {mayErase && (
            <Menu.Item
              color="bad"
              leftSection={<IconEraser size={16} aria-hidden />}
              onClick={() => setAsking('erase')}
            >
              Erase this person
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>

      <Confirm
        opened={asking === 'unsubscribe'}
        onClose={close}
        title="Unsubscribe this person?"
        action="Unsubscribe"
        onConfirm={() => change('unsubscribe', 'Unsubscribed')}
      >
        Their calendar will show one note that the subscription has ended. Your callbacks are notified. The
        record stays, and they can come back through a widget.
      </Confirm>
      <Confirm
        opened={asking === 'mail'}
        onClose={close}
        title="E-mail their link?"
        action="Send"
        danger={false}
        onConfirm={() => change('mail-link', 'E-mail on its way')}
      >
        {email} gets an e-mail with the link to their own page, where they choose calendars and reminders, or
        unsubscribe.
      </Confirm>
      <Confirm
        opened={asking === 'erase'}
        onClose={close}
        title="Erase this person?"
        action="Erase"
        typed={email}
        onConfirm={erase}
      >
        <Text>
          This deletes the record, {counted(record.calendars.length, 'subscription', 'subscriptions')},{' '}
          {amountOf(record.privateEvents)}, what we know about their applications, and their data in
          notifications. It can’t be undone.
        </Text>
        <Text mt="xs">
          {active && 'They are unsubscribed, and your callbacks are notified. '}
          Their calendar will show one note that the subscription has ended.
        </Text>
      </Confirm>
    </>
  )
}

function amountOf({ value, more }: { value: number; more: boolean }): string {
  return more ? `more than ${count(value)} private events` : counted(value, 'private event', 'private events')
}
