import { Anchor, Button, PasswordInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import type { Me } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { AskLink, EmailField } from './ask-link.tsx'
import { EmptyService, isServiceEmpty } from './empty-service.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { linkToken, useSignedIn } from './link-token.ts'
import { OpenedLink } from './opened-link.tsx'
import { CodeField, useSecondStep } from './second-step.tsx'
import { UserEmail } from './user-email.tsx'

/** Signs in by password, by a mailed link, or by the token of such a link. */
export function SignInPage() {
  const [token, setToken] = useState(linkToken)
  const [asking, setAsking] = useState<'sign-in' | 'reset' | null>(null)
  if (isServiceEmpty()) return <EmptyService />
  if (token) {
    return (
      <OpenedLink
        token={token}
        purpose="sign-in"
        expired={<ExpiredLink purpose="sign-in" back={() => setToken('')} />}
      >
        {(link) => <ByLink token={token} email={link.email} />}
      </OpenedLink>
    )
  }
  if (asking) return <AskLink purpose={asking} back={() => setAsking(null)} />
  return <ByPassword ask={setAsking} />
}

function ByPassword({ ask }: { ask: (purpose: 'sign-in' | 'reset') => void }) {
  const arrive = useSignedIn()
  const secondStep = useSecondStep()
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { email: '', password: '', totp: '' },
    save: async ({ email, password, totp }) => {
      await secondStep.attempt(async () => {
        const { data } = await send<{ data: Me }>('POST', '/session', {
          email,
          password,
          ...(totp && { totp }),
        })
        await arrive(data)
      })
    },
  })
  return (
    <EntryFrame title={words.entry.signIn}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <EmailField {...form.getInputProps('email')} />
          <PasswordInput
            label={words.entry.password}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': words.kit.showPassword }}
            {...form.getInputProps('password')}
          />
          {secondStep.asked && <CodeField {...form.getInputProps('totp')} />}
          <Refusal error={problem} />
          <Button type="submit" loading={busy} fullWidth>
            {words.entry.signIn}
          </Button>
        </Stack>
      </form>
      <Stack gap={4}>
        <Anchor component="button" type="button" ta="start" onClick={() => ask('sign-in')}>
          {words.entry.linkInstead}
        </Anchor>
        <Anchor component="button" type="button" ta="start" onClick={() => ask('reset')}>
          {words.entry.forgotten}
        </Anchor>
      </Stack>
    </EntryFrame>
  )
}

/** Signs in only when a button is pressed: mail scanners follow links, and would use up the token. */
function ByLink({ token, email }: { token: string; email: string | null }) {
  const arrive = useSignedIn()
  const secondStep = useSecondStep()
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { totp: '' },
    save: async ({ totp }) => {
      await secondStep.attempt(async () => {
        const { data } = await send<{ data: Me }>('POST', '/session/redeem', { token, ...(totp && { totp }) })
        await arrive(data)
      })
    },
  })
  return (
    <EntryFrame title={words.entry.welcomeBack} text={words.entry.pressToSignIn}>
      <form onSubmit={submit}>
        <Stack>
          <UserEmail email={email} />
          {secondStep.asked && <CodeField {...form.getInputProps('totp')} />}
          <Refusal error={problem} />
          <Button type="submit" loading={busy} fullWidth>
            {words.entry.signIn}
          </Button>
        </Stack>
      </form>
      <Anchor href="/admin/sign-in" target="_self">
        {words.entry.anotherWay}
      </Anchor>
    </EntryFrame>
  )
}
