import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import type { Me } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { linkToken, useSignedIn } from './link-token.ts'
import { newPasswordFault, NewPasswordField } from './new-password.tsx'

/** Accepts an invitation by the token of its link. */
export function InvitationPage() {
  const [token] = useState(linkToken)
  const arrive = useSignedIn()
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? null : newPasswordFault(password)) },
    save: async ({ password }) => {
      const body = { token, ...(password && { password }) }
      await arrive((await send<{ data: Me }>('POST', '/session/redeem', body)).data)
    },
  })
  return (
    <EntryFrame
      title="Welcome"
      text="You have been invited. Set a password, or leave it empty and sign in with links that we e-mail to you."
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <NewPasswordField label="Password" autoFocus {...form.getInputProps('password')} />
          <Refusal error={problem} />
          <Button type="submit" loading={busy} fullWidth>
            Accept the invitation
          </Button>
        </Stack>
      </form>
    </EntryFrame>
  )
}
