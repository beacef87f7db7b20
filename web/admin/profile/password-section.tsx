import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { send, setStanding } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import { Section } from '../kit/page.tsx'
import type { Me } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import type { OwnUser } from './profile-page.tsx'
import { readMeAgain } from './read-me-again.ts'

const LEAST = 12
const EYE = { visibilityToggleButtonProps: { 'aria-label': 'Show the password' } }

/** Sets the first password, or another one. */
export function PasswordSection({ user }: { user: OwnUser }) {
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { current: '', password: '' },
    validate: {
      password: (password) =>
        [...password].length < LEAST ? `At least ${LEAST} characters, such as a short sentence` : null,
    },
    save: async ({ current, password }) => {
      const body = { ...(user.password && { current }), password }
      const { data } = await send<{ data: Me }>('POST', '/me/password', body)
      // The session is a new one.
      setStanding({ csrf: data.csrf ?? '' })
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
          ? 'With a new one you are signed out everywhere else.'
          : 'You have none, and sign in by links we mail to you.'
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack maw={440}>
          <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
          {user.password && (
            <PasswordInput
              label="Password you have"
              autoComplete="current-password"
              {...EYE}
              {...form.getInputProps('current')}
            />
          )}
          <PasswordInput
            label="New password"
            description={`At least ${LEAST} characters. A short sentence is best.`}
            autoComplete="new-password"
            {...EYE}
            {...form.getInputProps('password')}
          />
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
