import { Button, Menu, Text } from '@mantine/core'
import { IconDots, IconDownload, IconEraser, IconMail } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { saveFile, send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { client, readAgain } from '../kit/data.ts'
import { say, sayCount } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { done, failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'

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
    done(words.subscribers.erased)
  }
  const download = () =>
    void saveFile(`/subscribers/${id}/export`, {}, `subscriber-${id}.json`)
      .then(() => readAgain(`/subscribers/${id}`))
      .catch(failed)

  return (
    <>
      {active && (
        <Button variant="default" onClick={() => setAsking('unsubscribe')}>
          {words.subscribers.unsubscribe}
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDots size={16} aria-hidden />}>
            {words.subscribers.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {active && (
            <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={() => setAsking('mail')}>
              {words.subscribers.mailLink}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
            {words.subscribers.downloadData}
          </Menu.Item>
          {mayErase && (
            <Menu.Item
              color="bad"
              leftSection={<IconEraser size={16} aria-hidden />}
              onClick={() => setAsking('erase')}
            >
              {words.subscribers.erasePerson}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>

      <Confirm
        opened={asking === 'unsubscribe'}
        onClose={close}
        title={words.subscribers.unsubscribeTitle}
        action={words.subscribers.unsubscribe}
        onConfirm={() => change('unsubscribe', words.subscribers.unsubscribedDone)}
      >
        {words.subscribers.unsubscribeText}
      </Confirm>
      <Confirm
        opened={asking === 'mail'}
        onClose={close}
        title={words.subscribers.mailTitle}
        action={words.subscribers.send}
        danger={false}
        onConfirm={() => change('mail-link', words.subscribers.mailDone)}
      >
        {say(words.subscribers.mailText, { email })}
      </Confirm>
      <Confirm
        opened={asking === 'erase'}
        onClose={close}
        title={words.subscribers.eraseTitle}
        action={words.subscribers.erase}
        typed={email}
        onConfirm={erase}
      >
        <Text>
          {say(words.subscribers.eraseText, {
            subscriptions: sayCount(words.subscribers.subscriptions, record.calendars.length),
            events: amountOf(record.privateEvents),
          })}
        </Text>
        <Text mt="xs">{active ? words.subscribers.eraseActive : words.subscribers.eraseLeft}</Text>
      </Confirm>
    </>
  )
}

function amountOf({ value, more }: { value: number; more: boolean }): string {
  return sayCount(more ? words.subscribers.privateOver : words.subscribers.privateCount, value)
}
