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
import { say } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Empty, Reading } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { Attempt } from './attempt.tsx'
import { CallbackDialog } from './callback-dialog.tsx'
import { Deliveries } from './deliveries.tsx'
import { DeliveryHealthPart } from './delivery-health.tsx'
import { Facts } from './facts.tsx'
import { kindsText } from './kinds.ts'
import { Replay } from './replay.tsx'

const UP = { to: '/developers/callbacks', name: words.auditLog.callbacks }

/** One callback: its settings, a test request, and the log of deliveries. */
export function CallbackPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const query = useData<CallbackAnswer[]>('/callbacks')
  const callback = query.data?.find((one) => one.id === id)
  if (callback) return <Callback callback={callback} />
  return (
    <Page title={words.auditLog.callback} up={UP}>
      <Reading query={query}>
        {() => <Empty title={words.developers.noCallback}>{words.developers.noCallbackText}</Empty>}
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
      <Section title={words.developers.details}>
        <Facts
          facts={[
            [words.developers.address, <Copyable key="url" value={url} what={words.developers.theAddress} />],
            [
              words.kit.state,
              <StateBadge key="state" kind={active ? 'ok' : 'plain'}>
                {active ? words.developers.on : words.developers.switchedOff}
              </StateBadge>,
            ],
            [words.subscribers.notifications, kindsText(callback.kinds)],
            [
              words.developers.bodies,
              callback.encrypted ? words.developers.encryptedSigned : words.developers.plainSigned,
            ],
            [words.developers.added, moment(callback.created)],
          ]}
        />
        {!active && (
          <Alert mt="md" color="warn">
            {words.developers.offText}
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
      title={words.developers.tryIt}
      text={words.developers.tryItText}
      actions={
        <Button onClick={() => void test()} loading={busy}>
          {words.developers.sendTest}
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
      on ? words.developers.onAgain : words.developers.offNow,
      on ? undefined : () => void setActive(true).catch(failed),
    )
  }
  return (
    <>
      <Group gap="xs">
        <Button variant="default" onClick={change}>
          {words.kit.change}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px={10} aria-label={words.developers.moreActions}>
              <IconDots size={18} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void setActive(!active).catch(failed)}>
              {active ? words.kit.switchOff : words.kit.switchOn}
            </Menu.Item>
            <Menu.Item color="bad" onClick={() => setDeleting(true)}>
              {words.kit.delete}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Confirm
        opened={deleting}
        onClose={() => setDeleting(false)}
        title={say(words.developers.deleteTitle, { name: name || url })}
        action={words.kit.delete}
        onConfirm={async () => {
          await send('DELETE', `/callbacks/${id}`)
          await readAgain('/callbacks', '/deliveries')
          done(words.developers.deleted)
          void navigate({ to: '/developers/$tab', params: { tab: 'callbacks' } })
        }}
      >
        <Stack gap="xs">
          <span>{words.developers.deleteText}</span>
          <span>{words.developers.deleteText2}</span>
        </Stack>
      </Confirm>
    </>
  )
}
