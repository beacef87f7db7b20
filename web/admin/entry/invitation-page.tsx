import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { OpenedLink as Opened } from '../../../src/http/admin/users-schemas.ts'
import { send } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import type { Me } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { linkToken, useSignedIn } from './link-token.ts'
import { newPasswordFault, NewPasswordField } from './new-password.tsx'
import { OpenedLink } from './opened-link.tsx'
import { UserEmail } from './user-email.tsx'

/** Accepts an invitation by the token of its link. */
export function InvitationPage() {
  const [token] = useState(linkToken)
  return (
    <OpenedLink token={token} purpose="invitation" expired={<ExpiredInvitation />}>
      {(invitation) => <Invitation token={token} invitation={invitation} />}
    </OpenedLink>
  )
}

function ExpiredInvitation() {
  return (
    <EntryFrame
      title="This invitation no longer works"
      text="It was used already, is more than seven days old, or was withdrawn. If you have accepted it, sign in. Otherwise ask the person who invited you for a new one."
    >
      <Button component="a" href="/admin/sign-in" fullWidth>
        Sign in
      </Button>
    </EntryFrame>
  )
}

function Invitation({ token, invitation }: { token: string; invitation: Opened }) {
  const { email, company, invitedBy } = invitation
  const arrive = useSignedIn()
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? null : newPasswordFault(password)) },
    save: async ({ password }) => {
      const body = { token, ...(password && { password }) }
      await arrive((await send<{ data: Me }>('POST', '/session/redeem', body)).data)
    },
  })
  const by = invitedBy ? `${invitedBy} has invited you.` : 'You have been invited.'
  return (
    <EntryFrame
      title={`Welcome to ${company}`}
      text={`${by} Set a password, or leave it empty and sign in with links that we e-mail to you.`}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <UserEmail email={email} />
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
