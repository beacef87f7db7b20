import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import type { Me } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { linkToken, useSignedIn } from './link-token.ts'
import { newPasswordFault, NewPasswordField } from './new-password.tsx'
import { CodeField, useSecondStep } from './second-step.tsx'

/** Sets a new password by the token of a mailed link. */
export function ResetPage() {
  const [token] = useState(linkToken)
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
    <EntryFrame title="Set a new password" text="This signs you out everywhere else.">
      <form onSubmit={submit} noValidate>
        <Stack>
          <NewPasswordField autoFocus {...form.getInputProps('password')} />
          {secondStep.asked && <CodeField {...form.getInputProps('totp')} />}
          <Refusal error={problem} />
          <Button type="submit" loading={busy} fullWidth>
            Set password and sign in
          </Button>
        </Stack>
      </form>
      <Anchor href="/admin/sign-in" target="_self">
        Ask for a new link
      </Anchor>
    </EntryFrame>
  )
}
