import { Button, Menu, Text } from '@mantine/core'
import { IconDots, IconDownload, IconEraser, IconLink, IconMail } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { saveFile, send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { client, readAgain } from '../kit/data.ts'
import { count, counted } from '../kit/format.ts'
import { useMay } from '../kit/session.tsx'
import { done, failed } from '../kit/toast.tsx'

type Asking = 'unsubscribe' | 'rotate' | 'mail' | 'erase'

/** What editors, and owners, can do with a record. Each asks first, and says what will happen. */
export function RecordActions({ record }: { record: SubscriberRecord }) {
  const { id, email, state } = record
  const [asking, setAsking] = useState<Asking>()
  const mayErase = useMay('owner')
  const navigate = useNavigate()
  const active = state === 'active'
  const close = () => setAsking(undefined)
  const change = async (what: string, said: string) => {
    await send('POST', `/subscribers/${id}/${what}`, {})
    await readAgain('/subscribers')
    done(said)
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
              Mail them their link
            </Menu.Item>
          )}
          {active && (
            <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => setAsking('rotate')}>
              Replace the links
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
            Download everything held
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
        Their calendar will show one note that the subscription has ended. Your callbacks are told. The record
        stays, and they can come back through a widget.
      </Confirm>
      <Confirm
        opened={asking === 'rotate'}
        onClose={close}
        title="Replace the links?"
        action="Replace"
        onConfirm={() => change('rotate', 'Links replaced')}
      >
        The links they have now end: calendars that use them will show one note that the subscription has
        ended. Nobody is told of the new ones, so mail them the new link afterwards.
      </Confirm>
      <Confirm
        opened={asking === 'mail'}
        onClose={close}
        title="Mail them their link?"
        action="Send"
        danger={false}
        onConfirm={() => change('mail-link', 'Mail on its way')}
      >
        {email} gets a mail with the link of their own page, where they choose calendars and reminders, or
        leave.
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
          The record, {counted(record.calendars.length, 'subscription', 'subscriptions')},{' '}
          {amountOf(record.privateEvents)}, what is known of their applications, and what notifications say of
          them will go. This can’t be undone.
        </Text>
        <Text mt="xs">
          {active && 'They are unsubscribed, and your callbacks are told. '}
          Their calendar will show one note that the subscription has ended.
        </Text>
      </Confirm>
    </>
  )
}

function amountOf({ value, more }: { value: number; more: boolean }): string {
  return more ? `more than ${count(value)} private events` : counted(value, 'private event', 'private events')
}
