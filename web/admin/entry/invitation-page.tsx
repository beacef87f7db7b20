import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { OpenedLink as Opened } from '../../../src/http/admin/users-schemas.ts'
import { send } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import { say } from '../kit/say.tsx'
import type { Me } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { words } from '../words/index.ts'
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
    <EntryFrame title={words.entry.invitationDead} text={words.entry.invitationDeadText}>
      <Button component="a" href="/admin/sign-in" fullWidth>
        {words.entry.signIn}
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
  return (
    <EntryFrame
      title={say(words.entry.welcome, { company: company ?? '' })}
      text={invitedBy ? say(words.entry.invitedBy, { name: invitedBy }) : words.entry.invited}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <UserEmail email={email} />
          <NewPasswordField label={words.entry.password} autoFocus {...form.getInputProps('password')} />
          <Refusal error={problem} />
          <Button type="submit" loading={busy} fullWidth>
            {words.entry.accept}
          </Button>
        </Stack>
      </form>
    </EntryFrame>
  )
}
