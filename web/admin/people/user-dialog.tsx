import { Button, Radio, Select, Stack, TextInput } from '@mantine/core'
import type { UserRecord } from '../../../src/http/admin/users-schemas.ts'
import { send } from '../kit/api.ts'
import { client, readAgain } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'

const ROLES: [UserRecord['role'], name: string, may: string][] = [
  ['viewer', 'Viewer', 'Sees everything except API keys and the audit log'],
  ['editor', 'Editor', 'Also changes calendars, events and widgets, and downloads data'],
  ['owner', 'Owner', 'Does everything, including people, API keys and the audit log'],
]

interface DialogProps {
  /** The user to change; undefined to invite someone new. */
  user?: UserRecord | undefined
  onClose: () => void
}

/** Invites someone, or changes a user's name, role and language. */
export function UserDialog({ user, onClose }: DialogProps) {
  const { form, submit, busy, problem } = useServerForm({
    initialValues: {
      email: user?.email ?? '',
      name: user?.name ?? '',
      role: user?.role ?? 'viewer',
      language: user?.language ?? 'en',
    },
    validate: { email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : 'Enter an e-mail address') },
    save: async ({ email, ...values }) => {
      if (user) await send('PUT', `/people/${user.id}`, values)
      else await send('POST', '/people', { email: email.trim(), ...values })
      await readAgain('/people')
      // It may be the signed-in user.
      await client.invalidateQueries({ queryKey: ['me'] })
      done(user ? 'Saved' : `The invitation to ${email.trim()} is on its way`)
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title={user ? `Change ${user.name || user.email}` : 'Invite someone'}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {!user && (
            <TextInput
              label="E-mail"
              description="We send an invitation there. It is valid for 7 days."
              type="email"
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('email')}
            />
          )}
          <TextInput label="Name" maxLength={100} autoComplete="off" {...form.getInputProps('name')} />
          <Radio.Group label="Role" {...form.getInputProps('role')}>
            <Stack gap="xs" mt={4}>
              {ROLES.map(([role, name, may]) => (
                <Radio key={role} value={role} label={name} description={may} />
              ))}
            </Stack>
          </Radio.Group>
          <Select
            label="Language"
            description="For messages that we send."
            data={LANGUAGES}
            allowDeselect={false}
            {...form.getInputProps('language')}
          />
          <Refusal error={problem} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={busy}>
              {user ? 'Save' : 'Send the invitation'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
