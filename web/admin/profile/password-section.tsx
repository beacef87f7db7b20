import { Button, Group, PasswordInput, SimpleGrid, Stack } from '@mantine/core'
import { send, setRequestContext } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import { Section } from '../kit/page.tsx'
import { sayCount } from '../kit/say.tsx'
import type { Me } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import type { OwnUser } from './profile-page.tsx'
import { readMeAgain } from './read-me-again.ts'

const MIN_LENGTH = 12
const EYE = { visibilityToggleButtonProps: { 'aria-label': words.kit.showPassword } }

/** Sets or changes the password. */
export function PasswordSection({ user }: { user: OwnUser }) {
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { current: '', password: '' },
    validate: {
      password: (password) =>
        [...password].length < MIN_LENGTH ? sayCount(words.kit.passwordFault, MIN_LENGTH) : null,
    },
    save: async ({ current, password }) => {
      const body = { ...(user.password && { current }), password }
      const { data } = await send<{ data: Me }>('POST', '/me/password', body)
      // The service has started a new session.
      setRequestContext({ csrf: data.csrf ?? '' })
      await readMeAgain()
      form.setValues({ current: '', password: '' })
      done(words.profile.passwordDone)
    },
  })
  return (
    <Section
      title={words.entry.password}
      text={user.password ? words.profile.passwordText : words.profile.noPasswordText}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
          <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
            {user.password && (
              <PasswordInput
                label={words.profile.currentPassword}
                autoComplete="current-password"
                {...EYE}
                {...form.getInputProps('current')}
              />
            )}
            <PasswordInput
              label={words.kit.newPassword}
              description={sayCount(words.kit.passwordHint, MIN_LENGTH)}
              autoComplete="new-password"
              {...EYE}
              {...form.getInputProps('password')}
            />
          </SimpleGrid>
          <Refusal error={problem} />
          <Group>
            <Button type="submit" loading={busy} disabled={!form.isDirty()}>
              {user.password ? words.profile.changePassword : words.profile.setPassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
