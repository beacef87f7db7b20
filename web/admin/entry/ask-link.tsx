import { Anchor, Button, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import { say } from '../kit/say.tsx'
import { Refusal } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { EntryFrame } from './entry-frame.tsx'

export function EmailField(props: TextInputProps) {
  return <TextInput label={words.kit.email} type="email" autoComplete="username" autoFocus {...props} />
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
      <EntryFrame title={words.entry.checkEmail}>
        <Text>
          {say(purpose === 'reset' ? words.entry.sentForAnHour : words.entry.sentForMinutes, { email: sent })}
        </Text>
        <Anchor component="button" type="button" ta="start" onClick={back}>
          {words.entry.backToSignIn}
        </Anchor>
      </EntryFrame>
    )
  }
  const title = purpose === 'reset' ? words.entry.setNewPassword : words.entry.byEmail
  return (
    <EntryFrame title={title} text={words.entry.linkComes}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <EmailField {...form.getInputProps('email')} />
          <Refusal error={problem} />
          <Button type="submit" loading={busy} fullWidth>
            {words.entry.sendLink}
          </Button>
        </Stack>
      </form>
      <Anchor component="button" type="button" ta="start" onClick={back}>
        {words.entry.backToSignIn}
      </Anchor>
    </EntryFrame>
  )
}
