import { Anchor, Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiError, send, setStanding } from '../kit/api.ts'
import { client } from '../kit/data.ts'
import { useServerForm } from '../kit/form.ts'
import { type Me, resume } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { CodeField, useSecondStep } from './second-step.tsx'

let shown = false
// Here and not in the component: a dialog that is open below listens already, and would close and lose what was typed.
addEventListener('keydown', (event) => shown && event.key === 'Escape' && event.stopImmediatePropagation(), {
  capture: true,
})

/** Asks the person whose session has ended to sign in again, over the page, which keeps what was typed. */
export function SignInAgain() {
  const [person, setPerson] = useState<Person>()
  useEffect(() => {
    // Without a person there is no page to keep: the router leads to the sign-in page.
    const ask = () => setPerson((before) => before ?? client.getQueryData<Me>(['me'])?.user ?? undefined)
    setStanding({ onSignedOut: ask })
  }, [])
  const opened = person !== undefined
  useEffect(() => {
    shown = opened
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
      {person && <Form person={person} onDone={() => setPerson(undefined)} />}
    </Modal>
  )
}

type Person = NonNullable<Me['user']>

function Form({ person, onDone }: { person: Person; onDone: () => void }) {
  const { email, password } = person
  const [mailed, setMailed] = useState(false)
  const secondStep = useSecondStep()
  const goOn = async () => {
    await resume(person)
    onDone()
  }
  const { form, submit, busy, problem, setProblem } = useServerForm({
    initialValues: { email, password: '', totp: '' },
    save: ({ totp, ...typed }) =>
      secondStep.attempt(async () => {
        await send('POST', '/session', { ...typed, ...(totp && { totp }) })
        await goOn()
      }),
  })
  const mail = () =>
    send('POST', '/session/link', { email, purpose: 'sign-in' }).then(() => setMailed(true), setProblem)
  const stillOut = (error: unknown) => error instanceof ApiError && error.status === 401
  useReturn(() => void goOn().catch((error: unknown) => stillOut(error) || setProblem(error)))
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>
          {password ? 'Sign in to go on.' : 'Sign in with a link that we send to your e-mail.'} What you typed
          on this page is still there.
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
            If {email} works here, a link is on its way. Open it in this browser, then come back to this page.
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
          <Anchor href="/admin/sign-in">Leave this page, and sign in as somebody else</Anchor>
        </Stack>
      </Stack>
    </form>
  )
}

/** Calls when the person comes back to this page: they may have signed in on another one. */
function useReturn(look: () => void): void {
  useEffect(() => {
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  })
}
