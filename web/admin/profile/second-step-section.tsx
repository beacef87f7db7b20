import { Button, Code, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { BackupCodes, TotpSecret } from '../../../src/http/admin/users-schemas.ts'
import { send } from '../kit/api.ts'
import { CopyField } from '../kit/copy.tsx'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { Section } from '../kit/page.tsx'
import { QrCode } from '../kit/qr-code.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import type { OwnUser } from './profile-page.tsx'
import { readMeAgain } from './read-me-again.ts'

/** Authenticator codes, needed at each sign-in besides the password or the link. */
export function SecondStepSection({ user }: { user: OwnUser }) {
  const [dialog, setDialog] = useState<'none' | 'begin' | 'codes' | 'end'>('none')
  const close = () => setDialog('none')
  return (
    <Section
      title="Second step"
      text="A code from an authenticator application, needed at each sign-in. Your password alone is then not enough to sign in."
    >
      <Group>
        <StateBadge kind={user.totp ? 'ok' : 'plain'}>{user.totp ? 'On' : 'Off'}</StateBadge>
        {!user.totp && (
          <Button variant="default" disabled={!user.password} onClick={() => setDialog('begin')}>
            Set it up
          </Button>
        )}
        {user.totp && (
          <>
            <Button variant="default" onClick={() => setDialog('codes')}>
              New backup codes
            </Button>
            <Button variant="default" onClick={() => setDialog('end')}>
              Switch it off
            </Button>
            <Text size="sm" c="dimmed">
              {codesLeft(user.backupCodes)}
            </Text>
          </>
        )}
        {!user.totp && !user.password && (
          <Text size="sm" c="dimmed">
            Set a password first.
          </Text>
        )}
      </Group>
      {dialog === 'begin' && <Begin onClose={close} />}
      {dialog === 'codes' && <Renew onClose={close} />}
      {dialog === 'end' && <End onClose={close} />}
    </Section>
  )
}

function codesLeft(count: number): string {
  if (count === 0) return 'No backup codes are left.'
  return count === 1 ? 'One backup code is left.' : `${count} backup codes are left.`
}

function Begin({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<TotpSecret>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <ShownOnce codes={codes} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title="Set up the second step">
      {secret ? (
        <Enrol secret={secret} onClose={onClose} onDone={setCodes} />
      ) : (
        <Proof
          onClose={onClose}
          action="Continue"
          prove={async (password) => {
            setSecret((await send<{ data: TotpSecret }>('POST', '/me/totp', { password })).data)
          }}
        />
      )}
    </Dialog>
  )
}

function Renew({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <ShownOnce codes={codes} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title="Create new backup codes?">
      <Text mb="md">Your current codes will stop working.</Text>
      <Proof
        onClose={onClose}
        action="Create new codes"
        prove={async (password) => {
          const { data } = await send<{ data: BackupCodes }>('POST', '/me/totp/backup-codes', { password })
          await readMeAgain()
          setCodes(data.backupCodes)
        }}
      />
    </Dialog>
  )
}

/** The backup codes, which are shown only here. */
function ShownOnce({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Your backup codes"
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text>
          Each code lets you sign in once without your authenticator. Print them, or keep them where you keep
          passwords. They are shown only once.
        </Text>
        <SimpleGrid cols={2} spacing="xs" component="ul" aria-label="Backup codes" m={0} p={0}>
          {codes.map((code) => (
            <Code key={code} component="li" display="block" ta="center" fz="md">
              {code}
            </Code>
          ))}
        </SimpleGrid>
        <CopyField label="All of them" value={codes.join(' ')} what="the backup codes" />
        <Group justify="flex-end">
          <Button onClick={onClose}>I have saved them</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function End({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Switch off the second step?">
      <Proof
        onClose={onClose}
        action="Switch it off"
        prove={async (password) => {
          await send('DELETE', '/me/totp', { password })
          await readMeAgain()
          done('You no longer need a code')
          onClose()
        }}
      />
    </Dialog>
  )
}

/** Asks for the password again, in case someone else uses the open browser. */
function Proof({
  action,
  onClose,
  prove,
}: {
  action: string
  onClose: () => void
  prove: (password: string) => Promise<void>
}) {
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : 'Enter your password') },
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
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={busy}>
            {action}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

function Enrol({
  secret: { secret, uri },
  onClose,
  onDone,
}: {
  secret: TotpSecret
  onClose: () => void
  onDone: (codes: string[]) => void
}) {
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { code: '' },
    validate: { code: (code) => (/^(\s*\d){6}\s*$/.test(code) ? null : 'Enter the six digits') },
    save: async ({ code }) => {
      const { data } = await send<{ data: BackupCodes }>('POST', '/me/totp/confirm', { code })
      await readMeAgain()
      done('From now on you need a code to sign in')
      onDone(data.backupCodes)
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>Scan this with your authenticator application, or type the secret into it.</Text>
        <QrCode text={uri} label="QR code for your authenticator" />
        <CopyField label="Secret" value={secret} what="the secret" />
        <TextInput
          label="Code from the application"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          autoFocus
          {...form.getInputProps('code')}
        />
        <Refusal error={problem} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={busy}>
            Switch it on
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
