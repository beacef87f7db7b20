import { Button, Group, PasswordInput, SimpleGrid, Stack } from '@mantine/core'
import { send, setRequestContext } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import { Section } from '../kit/page.tsx'
import type { Me } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import type { OwnUser } from './profile-page.tsx'
import { readMeAgain } from './read-me-again.ts'

const MIN_LENGTH = 12
const EYE = { visibilityToggleButtonProps: { 'aria-label': 'Show the password' } }

/** Sets or changes the password. */
export function PasswordSection({ user }: { user: OwnUser }) {
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { current: '', password: '' },
    validate: {
      password: (password) =>
        [...password].length < MIN_LENGTH
          ? `At least ${MIN_LENGTH} characters, such as a short sentence`
          : null,
    },
    save: async ({ current, password }) => {
      const body = { ...(user.password && { current }), password }
      const { data } = await send<{ data: Me }>('POST', '/me/password', body)
      // The service has started a new session.
      setRequestContext({ csrf: data.csrf ?? '' })
      await readMeAgain()
      form.setValues({ current: '', password: '' })
      done('Your new password is set')
    },
  })
  return (
    <Section
      title="Password"
      text={
        user.password
          ? 'Changing it signs you out everywhere else.'
          : 'You have no password, and sign in with links that we e-mail to you.'
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
          <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
            {user.password && (
              <PasswordInput
                label="Current password"
                autoComplete="current-password"
                {...EYE}
                {...form.getInputProps('current')}
              />
            )}
            <PasswordInput
              label="New password"
              description={`At least ${MIN_LENGTH} characters. A short sentence is best.`}
              autoComplete="new-password"
              {...EYE}
              {...form.getInputProps('password')}
            />
          </SimpleGrid>
          <Refusal error={problem} />
          <Group>
            <Button type="submit" loading={busy} disabled={!form.isDirty()}>
              {user.password ? 'Change the password' : 'Set the password'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
