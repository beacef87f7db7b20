import { Button, Divider, Drawer, Group, Stack, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import type { DeliveryDetails } from '../../../src/http/admin/callbacks-schemas.ts'
import { send } from '../kit/api.ts'
import { Copyable, CopyButtonWithText } from '../kit/copy.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { ago, moment } from '../kit/format.ts'
import { say } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { Reading } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { About } from './about.tsx'
import { Attempt } from './attempt.tsx'
import { Facts } from './facts.tsx'
import { kindLabel } from './kinds.ts'
import { Sent } from './sent-request.tsx'

const WATCH_MS = 3000

/** One delivery with all its attempts, and a button to retry it. */
export function DeliveryDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const query = useData<DeliveryDetails>(id && `/deliveries/${id}`, {}, { everyMs: WATCH_MS })
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={words.auditLog.delivery}
      closeButtonProps={{ 'aria-label': words.kit.close }}
    >
      <Reading query={query.data?.id === id ? query : { ...query, data: undefined }}>
        {(delivery) => <Details delivery={delivery} />}
      </Reading>
    </Drawer>
  )
}

function Details({ delivery }: { delivery: DeliveryDetails }) {
  const { state, due, log, request } = delivery
  const address = `${location.origin}/admin/developers/callbacks/${delivery.callbackId}?delivery=${delivery.id}`
  return (
    <Stack>
      <Facts
        facts={[
          [words.auditLog.what, kindLabel(delivery.kind)],
          [words.auditLog.about, <About key="about" about={delivery.about} />],
          [words.kit.created, moment(delivery.created)],
          [
            words.developers.nextAttempt,
            due && say(words.developers.momentAgo, { moment: moment(due), ago: ago(due) }),
          ],
          [
            'webhook-id',
            <Copyable key="id" value={delivery.notificationId} what={words.developers.theWebhookId} />,
          ],
        ]}
      />
      <Group gap="xs">
        {state !== 'delivered' && <Retry id={delivery.id} />}
        <CopyButtonWithText value={address}>{words.developers.copyDeliveryLink}</CopyButtonWithText>
      </Group>
      {log.length === 0 && <Text c="dimmed">{words.developers.notTried}</Text>}
      {[...log].reverse().map((attempt) => (
        <Fragment key={attempt.number}>
          <Divider />
          <Attempt attempt={attempt} numbered />
        </Fragment>
      ))}
      {request && (
        <>
          <Divider />
          <Sent request={request} />
        </>
      )}
    </Stack>
  )
}

function Retry({ id }: { id: string }) {
  const [busy, setBusy] = useState(false)
  if (!useMay('editor')) return null
  const retry = () => {
    setBusy(true)
    send('POST', `/deliveries/${id}/retry`, {})
      .then(() => readAgain('/deliveries'))
      .then(() => done(words.developers.tryingNow))
      .catch(failed)
      .finally(() => setBusy(false))
  }
  return (
    <Button onClick={retry} loading={busy}>
      {words.developers.tryNow}
    </Button>
  )
}
