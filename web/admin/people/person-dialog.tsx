import { Button, Group, Radio, Select, Stack, TextInput } from '@mantine/core'
import type { Person } from '../../../src/http/admin/people-schemas.ts'
import { send } from '../kit/api.ts'
import { client, readAgain } from '../kit/data.ts'
import { Dialog } from '../kit/dialog.tsx'
import { useServerForm } from '../kit/form.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'

const ROLES: [Person['role'], name: string, may: string][] = [
  ['viewer', 'Viewer', 'Looks at everything but API keys and the audit log'],
  ['editor', 'Editor', 'Also changes calendars, events and widgets, and downloads'],
  ['owner', 'Owner', 'Everything: people, API keys and the audit log too'],
]

interface DialogProps {
  /** Who is changed; undefined: somebody new is invited. */
  person?: Person | undefined
  onClose: () => void
}

/** Invites somebody, or changes what somebody is called and may do. */
export function PersonDialog({ person, onClose }: DialogProps) {
  const { form, submit, busy, problem } = useServerForm({
    initialValues: {
      email: person?.email ?? '',
      name: person?.name ?? '',
      role: person?.role ?? 'viewer',
      language: person?.language ?? 'en',
    },
    validate: { email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : 'An e-mail address') },
    save: async ({ email, ...values }) => {
      if (person) await send('PUT', `/people/${person.id}`, values)
      else await send('POST', '/people', { email: email.trim(), ...values })
      await readAgain('/people')
      // It may have been oneself.
      await client.invalidateQueries({ queryKey: ['me'] })
      done(person ? 'Saved' : `The invitation to ${email.trim()} is on its way`)
      onClose()
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={person ? `Change ${person.name || person.email}` : 'Invite somebody'}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {!person && (
            <TextInput
              label="E-mail"
              description="An invitation goes there. It is good for 7 days."
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
            label="Language of mails"
            data={LANGUAGES}
            allowDeselect={false}
            {...form.getInputProps('language')}
          />
          <Refusal error={problem} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              {person ? 'Save' : 'Send the invitation'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
