import { Anchor, Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiError, send, setRequestContext } from '../kit/api.ts'
import { client } from '../kit/data.ts'
import { useServerForm } from '../kit/form.ts'
import { type Me, resumeSession } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { CodeField, useSecondStep } from './second-step.tsx'

let isShown = false
// Added at load, before any other dialog listens: else that
// dialog would get Escape first, close, and lose its input.
addEventListener(
  'keydown',
  (event) => isShown && event.key === 'Escape' && event.stopImmediatePropagation(),
  {
    capture: true,
  },
)

/**
 * Asks for a new sign-in when the session has ended, in a dialog over the page, which keeps what was typed.
 */
export function SignInAgain() {
  const [user, setUser] = useState<SignedIn>()
  useEffect(() => {
    // If nobody was signed in there is no page to keep: the router goes to the sign-in page.
    const ask = () => setUser((before) => before ?? client.getQueryData<Me>(['me'])?.user ?? undefined)
    setRequestContext({ onSignedOut: ask })
  }, [])
  const opened = user !== undefined
  useEffect(() => {
    isShown = opened
  }, [opened])
  return (
    <Modal
      opened={opened}
      onClose={() => {}}
      title="You have been signed out"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={1000}
    >
      {user && <Form user={user} onDone={() => setUser(undefined)} />}
    </Modal>
  )
}

type SignedIn = NonNullable<Me['user']>

function Form({ user, onDone }: { user: SignedIn; onDone: () => void }) {
  const { email, password } = user
  const [mailed, setMailed] = useState(false)
  const secondStep = useSecondStep()
  const continueSession = async () => {
    await resumeSession(user)
    onDone()
  }
  const { form, submit, busy, problem, setProblem } = useServerForm({
    initialValues: { email, password: '', totp: '' },
    save: ({ totp, ...typed }) =>
      secondStep.attempt(async () => {
        await send('POST', '/session', { ...typed, ...(totp && { totp }) })
        await continueSession()
      }),
  })
  const mail = () =>
    send('POST', '/session/link', { email, purpose: 'sign-in' }).then(() => setMailed(true), setProblem)
  const stillOut = (error: unknown) => error instanceof ApiError && error.status === 401
  useReturn(() => void continueSession().catch((error: unknown) => stillOut(error) || setProblem(error)))
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>
          {password ? 'Sign in to continue.' : 'Sign in with a link that we send to your e-mail.'} What you
          typed on this page is still there.
        </Text>
        <TextInput label="E-mail" type="email" autoComplete="username" readOnly value={email} />
        {password && (
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            data-autofocus
            {...form.getInputProps('password')}
          />
        )}
        {secondStep.asked && <CodeField {...form.getInputProps('totp')} />}
        {mailed && (
          <Text role="status">
            If {email} has an account here, a link is on its way. Open it in this browser, then come back to
            this page.
          </Text>
        )}
        <Refusal error={problem} />
        {password ? (
          <Button type="submit" loading={busy} fullWidth>
            Sign in
          </Button>
        ) : (
          <Button onClick={() => void mail()} fullWidth data-autofocus>
            {mailed ? 'Send the link again' : 'Send the link'}
          </Button>
        )}
        <Stack gap={4}>
          {password && (
            <Anchor component="button" type="button" ta="start" onClick={() => void mail()}>
              {mailed ? 'Send the link again' : 'Get a link by e-mail instead'}
            </Anchor>
          )}
          <Anchor href="/admin/sign-in">Leave this page and sign in as someone else</Anchor>
        </Stack>
      </Stack>
    </form>
  )
}

/** Calls `look` when the window gets the focus: the user may have signed in on another tab. */
function useReturn(look: () => void): void {
  useEffect(() => {
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  })
}
