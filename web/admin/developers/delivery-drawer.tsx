import { Button, Divider, Drawer, Group, Stack, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import type { DeliveryDetails } from '../../../src/http/admin/callbacks-schemas.ts'
import { send } from '../kit/api.ts'
import { Copyable, CopyButtonWithText } from '../kit/copy.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { ago, moment } from '../kit/format.ts'
import { useMay } from '../kit/session.tsx'
import { Reading } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
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
      title="Delivery"
      closeButtonProps={{ 'aria-label': 'Close' }}
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
          ['What', kindLabel(delivery.kind)],
          ['About', <About key="about" about={delivery.about} />],
          ['Created', moment(delivery.created)],
          ['Next attempt', due && `${moment(due)}, ${ago(due)}`],
          ['webhook-id', <Copyable key="id" value={delivery.notificationId} what="the webhook-id" />],
        ]}
      />
      <Group gap="xs">
        {state !== 'delivered' && <Retry id={delivery.id} />}
        <CopyButtonWithText value={address}>Copy the link to this delivery</CopyButtonWithText>
      </Group>
      {log.length === 0 && <Text c="dimmed">Not tried yet.</Text>}
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
      .then(() => done('Trying again now'))
      .catch(failed)
      .finally(() => setBusy(false))
  }
  return (
    <Button onClick={retry} loading={busy}>
      Try again now
    </Button>
  )
}
