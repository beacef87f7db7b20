import { Button, Radio, Select, Stack, TextInput } from '@mantine/core'
import type { UserRecord } from '../../../src/http/admin/users-schemas.ts'
import { send } from '../kit/api.ts'
import { client, readAgain } from '../kit/data.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { say } from '../kit/say.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'

const ROLES: [UserRecord['role'], may: string][] = [
  ['viewer', words.people.mayView],
  ['editor', words.people.mayEdit],
  ['owner', words.people.mayAll],
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
    validate: { email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : words.kit.emailFault) },
    save: async ({ email, ...values }) => {
      if (user) await send('PUT', `/people/${user.id}`, values)
      else await send('POST', '/people', { email: email.trim(), ...values })
      await readAgain('/people')
      // It may be the signed-in user.
      await client.invalidateQueries({ queryKey: ['me'] })
      done(user ? words.kit.saved : say(words.people.sent, { email: email.trim() }))
      onClose()
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={user ? say(words.people.changeNamed, { name: user.name || user.email }) : words.people.invite}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {!user && (
            <TextInput
              label={words.kit.email}
              description={words.people.emailHint}
              type="email"
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('email')}
            />
          )}
          <TextInput
            label={words.kit.name}
            maxLength={100}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Radio.Group label={words.people.role} {...form.getInputProps('role')}>
            <Stack gap="xs" mt={4}>
              {ROLES.map(([role, may]) => (
                <Radio key={role} value={role} label={words.kit[role]} description={may} />
              ))}
            </Stack>
          </Radio.Group>
          <Select
            label={words.kit.language}
            description={words.people.languageHint}
            data={LANGUAGES}
            allowDeselect={false}
            {...form.getInputProps('language')}
          />
          <Refusal error={problem} />
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={busy}>
              {user ? words.kit.save : words.people.send}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
