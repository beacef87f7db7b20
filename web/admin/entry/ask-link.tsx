import { Anchor, Button, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import { Refusal } from '../kit/states.tsx'
import { EntryFrame } from './entry-frame.tsx'

export function EmailField(props: TextInputProps) {
  return <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...props} />
}

/** Asks for the e-mail that a link to sign in, or to set a new password, is sent to. */
export function AskLink({ purpose, back }: { purpose: 'sign-in' | 'reset'; back: () => void }) {
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
