import './developers.css'
import { Alert, Button, Group, Menu, Stack } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { AttemptAnswer, CallbackAnswer } from '../../../src/http/admin/callbacks-schemas.ts'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { Copyable } from '../kit/copy.tsx'
import { readAgain, useData } from '../kit/data.ts'
import { moment } from '../kit/format.ts'
import { Page, Section } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty, Reading } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { Attempt } from './attempt.tsx'
import { CallbackDialog } from './callback-dialog.tsx'
import { Deliveries } from './deliveries.tsx'
import { DeliveryHealthPart } from './delivery-health.tsx'
import { Facts } from './facts.tsx'
import { kindsText } from './kinds.ts'
import { Replay } from './replay.tsx'

const UP = { to: '/developers/callbacks', name: 'Callbacks' }

/** One callback: its settings, a test request, and the log of deliveries. */
export function CallbackPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const query = useData<CallbackAnswer[]>('/callbacks')
  const callback = query.data?.find((one) => one.id === id)
  if (callback) return <Callback callback={callback} />
  return (
    <Page title="Callback" up={UP}>
      <Reading query={query}>
        {() => <Empty title="There is no such callback">It may have been deleted.</Empty>}
      </Reading>
    </Page>
  )
}

function Callback({ callback }: { callback: CallbackAnswer }) {
  const mayChange = useMay('editor')
  const [changing, setChanging] = useState(false)
  const { id, name, url, active } = callback
  return (
    <Page
      title={name || new URL(url).host}
      up={UP}
      actions={mayChange && <Actions callback={callback} change={() => setChanging(true)} />}
    >
      <Section title="Details">
        <Facts
          facts={[
            ['Address', <Copyable key="url" value={url} what="the address" />],
            [
              'State',
              <StateBadge key="state" kind={active ? 'ok' : 'plain'}>
                {active ? 'On' : 'Switched off'}
              </StateBadge>,
            ],
            ['Notifications', kindsText(callback.kinds)],
            ['Bodies', callback.encrypted ? 'Encrypted and signed' : 'Plain and signed'],
            ['Added', moment(callback.created)],
          ]}
        />
        {!active && (
          <Alert mt="md" color="warn">
            Nothing new is sent to it while it is off. You can send missed notifications later with “Deliver
            again”.
          </Alert>
        )}
      </Section>
      {mayChange && <Test callback={callback} />}
      <DeliveryHealthPart callbackId={id} />
      <Deliveries callbackId={id} />
      {mayChange && <Replay callbackId={id} />}
      {changing && <CallbackDialog callback={callback} onClose={() => setChanging(false)} />}
    </Page>
  )
}

function Test({ callback }: { callback: CallbackAnswer }) {
  const [busy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState<AttemptAnswer | null>(null)
  const test = async () => {
    setBusy(true)
    setAttempt(null)
    try {
      const path = `/callbacks/${callback.id}/test`
      setAttempt((await send<{ data: AttemptAnswer }>('POST', path, {})).data)
      await readAgain('/deliveries')
    } catch (error) {
      failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section
      title="Try it out"
      text="Sends a made-up subscription of test@example.com now, signed like every message, and shows the response."
      actions={
        <Button onClick={() => void test()} loading={busy}>
          Send a test
        </Button>
      }
    >
      <div aria-live="polite">{attempt && <Attempt attempt={attempt} />}</div>
    </Section>
  )
}

function Actions({ callback, change }: { callback: CallbackAnswer; change: () => void }) {
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const { id, active, name, url } = callback
  const setActive = async (on: boolean) => {
    await send('PUT', `/callbacks/${id}`, { active: on })
    await readAgain('/callbacks')
    done(
      on ? 'The callback is on again' : 'The callback is switched off',
      on ? undefined : () => void setActive(true).catch(failed),
    )
  }
  return (
    <>
      <Group gap="xs">
        <Button variant="default" onClick={change}>
          Change
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px={10} aria-label="More actions">
              <IconDots size={18} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void setActive(!active).catch(failed)}>
              {active ? 'Switch off' : 'Switch on'}
            </Menu.Item>
            <Menu.Item color="bad" onClick={() => setDeleting(true)}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Confirm
        opened={deleting}
        onClose={() => setDeleting(false)}
        title={`Delete the callback “${name || url}”?`}
        action="Delete"
        onConfirm={async () => {
          await send('DELETE', `/callbacks/${id}`)
          await readAgain('/callbacks', '/deliveries')
          done('Callback deleted')
          void navigate({ to: '/developers/$tab', params: { tab: 'callbacks' } })
        }}
      >
        <Stack gap="xs">
          <span>This also deletes its delivery log and everything still waiting to be sent to it.</span>
          <span>The notifications themselves stay available to your other callbacks and for download.</span>
        </Stack>
      </Confirm>
    </>
  )
}
