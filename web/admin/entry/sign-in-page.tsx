import { Anchor, Button, PasswordInput, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import type { Me } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { EmptyService, isServiceEmpty } from './empty-service.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { linkToken, useSignedIn } from './link-token.ts'
import { CodeField, useSecondStep } from './second-step.tsx'

/** Signs in by password, by a mailed link, or by the token of such a link. */
export function SignInPage() {
  const [token] = useState(linkToken)
  const [asking, setAsking] = useState<'sign-in' | 'reset' | null>(null)
  if (isServiceEmpty()) return <EmptyService />
  if (token) return <ByLink token={token} />
  if (asking) return <AskLink purpose={asking} back={() => setAsking(null)} />
  return <ByPassword ask={setAsking} />
}

function EmailField(props: TextInputProps) {
  return <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...props} />
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
    <EntryFrame title="Sign in">
      <form onSubmit={submit} noValidate>
        <Stack>
          <EmailField {...form.getInputProps('email')} />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            {...form.getInputProps('password')}
          />
          {secondStep.asked && <CodeField {...form.getInputProps('totp')} />}
          <Refusal error={problem} />
          <Button type="submit" loading={busy} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
      <Stack gap={4}>
        <Anchor component="button" type="button" ta="start" onClick={() => ask('sign-in')}>
          Get a link by e-mail instead
        </Anchor>
        <Anchor component="button" type="button" ta="start" onClick={() => ask('reset')}>
          I forgot my password
        </Anchor>
      </Stack>
    </EntryFrame>
  )
}

function AskLink({ purpose, back }: { purpose: 'sign-in' | 'reset'; back: () => void }) {
  const [sent, setSent] = useState('')
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { email: '' },
    save: async ({ email }) => {
      await send('POST', '/session/link', { email, purpose })
      setSent(email)
    },
  })
  if (sent) {
    return (
      <EntryFrame title="Check your e-mail">
        <Text>
          If {sent} has an account here, a link is on its way. It is valid for{' '}
          {purpose === 'reset' ? 'an hour' : '15 minutes'}.
        </Text>
        <Anchor component="button" type="button" ta="start" onClick={back}>
          Back to sign in
        </Anchor>
      </EntryFrame>
    )
  }
  const title = purpose === 'reset' ? 'Set a new password' : 'Sign in by e-mail'
  return (
    <EntryFrame title={title} text="We will send a link to your e-mail.">
      <form onSubmit={submit} noValidate>
        <Stack>
          <EmailField {...form.getInputProps('email')} />
          <Refusal error={problem} />
          <Button type="submit" loading={busy} fullWidth>
            Send the link
          </Button>
        </Stack>
      </form>
      <Anchor component="button" type="button" ta="start" onClick={back}>
        Back to sign in
      </Anchor>
    </EntryFrame>
  )
}

/** Signs in only when a button is pressed: mail scanners follow links, and would use up the token. */
function ByLink({ token }: { token: string }) {
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
    <EntryFrame title="Welcome back" text="Press the button to sign in on this device.">
      <form onSubmit={submit}>
        <Stack>
          {secondStep.asked && <CodeField {...form.getInputProps('totp')} />}
          <Refusal error={problem} />
          <Button type="submit" loading={busy} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
      <Anchor href="/admin/sign-in" target="_self">
        Sign in another way
      </Anchor>
    </EntryFrame>
  )
}
