import { Anchor, Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiError, send, setRequestContext } from '../kit/api.ts'
import { client } from '../kit/data.ts'
import { useServerForm } from '../kit/form.ts'
import { say } from '../kit/say.tsx'
import { type Me, resumeSession } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { words } from '../words/index.ts'
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
      title={words.entry.signedOutTitle}
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
        <Text>{password ? words.entry.continueByPassword : words.entry.continueByLink}</Text>
        <TextInput label={words.kit.email} type="email" autoComplete="username" readOnly value={email} />
        {password && (
          <PasswordInput
            label={words.entry.password}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': words.kit.showPassword }}
            data-autofocus
            {...form.getInputProps('password')}
          />
        )}
        {secondStep.asked && <CodeField {...form.getInputProps('totp')} />}
        {mailed && <Text role="status">{say(words.entry.sentHere, { email })}</Text>}
        <Refusal error={problem} />
        {password ? (
          <Button type="submit" loading={busy} fullWidth>
            {words.entry.signIn}
          </Button>
        ) : (
          <Button onClick={() => void mail()} fullWidth data-autofocus>
            {mailed ? words.entry.sendLinkAgain : words.entry.sendLink}
          </Button>
        )}
        <Stack gap={4}>
          {password && (
            <Anchor component="button" type="button" ta="start" onClick={() => void mail()}>
              {mailed ? words.entry.sendLinkAgain : words.entry.linkInstead}
            </Anchor>
          )}
          <Anchor href="/admin/sign-in">{words.entry.leaveAsOther}</Anchor>
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
