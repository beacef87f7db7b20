import { Button, Code, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { BackupCodes, TotpSecret } from '../../../src/http/admin/users-schemas.ts'
import { send } from '../kit/api.ts'
import { CopyField } from '../kit/copy.tsx'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { Section } from '../kit/page.tsx'
import { qrMatrix } from '../kit/qr.ts'
import { QrCode } from '../kit/qr-code.tsx'
import { sayCount } from '../kit/say.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import type { OwnUser } from './profile-page.tsx'
import { readMeAgain } from './read-me-again.ts'

/** Authenticator codes, needed at each sign-in besides the password or the link. */
export function SecondStepSection({ user }: { user: OwnUser }) {
  const [dialog, setDialog] = useState<'none' | 'begin' | 'codes' | 'end'>('none')
  const close = () => setDialog('none')
  return (
    <Section title={words.profile.secondStep} text={words.profile.secondStepText}>
      <Group>
        <StateBadge kind={user.totp ? 'ok' : 'plain'}>
          {user.totp ? words.profile.on : words.profile.off}
        </StateBadge>
        {!user.totp && (
          <Button variant="default" disabled={!user.password} onClick={() => setDialog('begin')}>
            {words.profile.begin}
          </Button>
        )}
        {user.totp && (
          <>
            <Button variant="default" onClick={() => setDialog('codes')}>
              {words.profile.newCodes}
            </Button>
            <Button variant="default" onClick={() => setDialog('end')}>
              {words.profile.end}
            </Button>
            <Text size="sm" c="dimmed">
              {codesLeft(user.backupCodes)}
            </Text>
          </>
        )}
        {!user.totp && !user.password && (
          <Text size="sm" c="dimmed">
            {words.profile.passwordFirst}
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
  return count === 0 ? words.profile.noCodesLeft : sayCount(words.profile.codesLeft, count)
}

function Begin({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<TotpSecret>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <ShownOnce codes={codes} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title={words.profile.beginTitle}>
      {secret ? (
        <Enrol secret={secret} onClose={onClose} onDone={setCodes} />
      ) : (
        <Proof
          onClose={onClose}
          action={words.profile.continue}
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
    <Dialog opened onClose={onClose} title={words.profile.renewTitle}>
      <Text mb="md">{words.profile.renewText}</Text>
      <Proof
        onClose={onClose}
        action={words.profile.renew}
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
      title={words.profile.yourCodes}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text>{words.profile.yourCodesText}</Text>
        <SimpleGrid cols={2} spacing="xs" component="ul" aria-label={words.profile.codes} m={0} p={0}>
          {codes.map((code) => (
            <Code key={code} component="li" display="block" ta="center" fz="md">
              {code}
            </Code>
          ))}
        </SimpleGrid>
        <CopyField label={words.profile.allCodes} value={codes.join(' ')} what={words.profile.theCodes} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.profile.codesSaved}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function End({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={words.profile.endTitle}>
      <Proof
        onClose={onClose}
        action={words.profile.end}
        prove={async (password) => {
          await send('DELETE', '/me/totp', { password })
          await readMeAgain()
          done(words.profile.endDone)
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
    validate: { password: (password) => (password ? null : words.profile.yourPasswordFault) },
    save: ({ password }) => prove(password),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordInput
          label={words.profile.yourPassword}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': words.kit.showPassword }}
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
    validate: { code: (code) => (/^(\s*\d){6}\s*$/.test(code) ? null : words.profile.codeFault) },
    save: async ({ code }) => {
      const { data } = await send<{ data: BackupCodes }>('POST', '/me/totp/confirm', { code })
      await readMeAgain()
      done(words.profile.enrolDone)
      onDone(data.backupCodes)
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{words.profile.scan}</Text>
        <QrCode matrix={qrMatrix(uri)!} label={words.profile.qrCode} />
        <CopyField label={words.kit.secret} value={secret} what={words.kit.theSecret} />
        <TextInput
          label={words.profile.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          autoFocus
          {...form.getInputProps('code')}
        />
        <Refusal error={problem} />
        <DialogButtons onClose={onClose}>
          <Button type="submit" loading={busy}>
            {words.profile.enrol}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
