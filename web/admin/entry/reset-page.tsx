import { Button, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import type { Me } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { EntryFrame } from './entry-frame.tsx'
import { ExpiredLink } from './expired-link.tsx'
import { linkToken, useSignedIn } from './link-token.ts'
import { newPasswordFault, NewPasswordField } from './new-password.tsx'
import { OpenedLink } from './opened-link.tsx'
import { CodeField, useSecondStep } from './second-step.tsx'
import { UserEmail } from './user-email.tsx'

/** Sets a new password by the token of a mailed link. */
export function ResetPage() {
  const [token] = useState(linkToken)
  const navigate = useNavigate()
  return (
    <OpenedLink
      token={token}
      purpose="reset"
      expired={
        <ExpiredLink purpose="reset" back={() => void navigate({ href: '/sign-in', replace: true })} />
      }
    >
      {(link) => <Reset token={token} email={link.email} />}
    </OpenedLink>
  )
}

function Reset({ token, email }: { token: string; email: string | null }) {
  const arrive = useSignedIn()
  const secondStep = useSecondStep()
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { password: '', totp: '' },
    validate: { password: newPasswordFault },
    save: async ({ password, totp }) => {
      await secondStep.attempt(async () => {
        const body = { token, password, ...(totp && { totp }) }
        await arrive((await send<{ data: Me }>('POST', '/session/redeem', body)).data)
      })
    },
  })
  return (
    <EntryFrame title={words.entry.setNewPassword} text={words.entry.resetText}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <UserEmail email={email} />
          <NewPasswordField autoFocus {...form.getInputProps('password')} />
          {secondStep.asked && <CodeField {...form.getInputProps('totp')} />}
          <Refusal error={problem} />
          <Button type="submit" loading={busy} fullWidth>
            {words.entry.setAndSignIn}
          </Button>
        </Stack>
      </form>
    </EntryFrame>
  )
}
