import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { TotpSecret } from '../../../src/http/admin/people-schemas.ts'
import { send } from '../kit/api.ts'
import { CopyField } from '../kit/copy.tsx'
import { useServerForm } from '../kit/form.ts'
import { Section } from '../kit/page.tsx'
import { QrCode } from '../kit/qr-code.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import type { OwnUser } from './profile-page.tsx'
import { readMeAgain } from './read-me-again.ts'

/** Codes of an authenticator, asked for at each sign-in beside the password or the link. */
export function SecondStepSection({ user }: { user: OwnUser }) {
  const [dialog, setDialog] = useState<'none' | 'begin' | 'end'>('none')
  const close = () => setDialog('none')
  return (
    <Section
      title="Second step"
      text="A code of an authenticator application, asked for at each sign-in. Who knows your password alone can’t come in then."
    >
      <Group>
        <StateBadge kind={user.totp ? 'ok' : 'plain'}>{user.totp ? 'On' : 'Off'}</StateBadge>
        {!user.totp && (
          <Button variant="default" disabled={!user.password} onClick={() => setDialog('begin')}>
            Set it up
          </Button>
        )}
        {user.totp && (
          <Button variant="default" onClick={() => setDialog('end')}>
            Switch it off
          </Button>
        )}
        {!user.totp && !user.password && (
          <Text size="sm" c="dimmed">
            Set a password first.
          </Text>
        )}
      </Group>
      {dialog === 'begin' && <Begin onClose={close} />}
      {dialog === 'end' && <End onClose={close} />}
    </Section>
  )
}

function Begin({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<TotpSecret>()
  return (
    <Modal
      opened
      onClose={onClose}
      title="Set up the second step"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {secret ? (
        <Enrol secret={secret} onClose={onClose} />
      ) : (
        <Proof
          action="Continue"
          prove={async (password) => {
            setSecret((await send<{ data: TotpSecret }>('POST', '/me/totp', { password })).data)
          }}
        />
      )}
    </Modal>
  )
}

function End({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Switch the second step off?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Proof
        action="Switch it off"
        prove={async (password) => {
          await send('DELETE', '/me/totp', { password })
          await readMeAgain()
          done('No more codes are asked for')
          onClose()
        }}
      />
    </Modal>
  )
}

/** Asks for the password once more: the browser may stand open. */
function Proof({ action, prove }: { action: string; prove: (password: string) => Promise<void> }) {
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : 'Your password') },
    save: ({ password }) => prove(password),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Refusal error={problem} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Enrol({ secret: { secret, uri }, onClose }: { secret: TotpSecret; onClose: () => void }) {
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { code: '' },
    validate: { code: (code) => (/^(\s*\d){6}\s*$/.test(code) ? null : 'The six digits') },
    save: async ({ code }) => {
      await send('POST', '/me/totp/confirm', { code })
      await readMeAgain()
      done('From now on you are asked for a code')
      onClose()
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>Scan this with your authenticator application, or type the secret into it.</Text>
        <QrCode text={uri} label="QR code for your authenticator" />
        <CopyField label="Secret" value={secret} what="the secret" />
        <Text size="sm" c="dimmed">
          There are no backup codes. If you are the only owner, keep the secret in a safe place: nobody else
          here could let you in again.
        </Text>
        <TextInput
          label="Code that it shows"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          autoFocus
          {...form.getInputProps('code')}
        />
        <Refusal error={problem} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            Switch it on
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
