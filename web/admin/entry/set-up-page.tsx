import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import type { Me } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { ownZone, TimeZoneSelect } from '../kit/time-zone.tsx'
import { isServiceEmpty, WhereTheLogIs } from './empty-service.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { linkToken, useSignedIn } from './link-token.ts'
import { newPasswordFault, NewPasswordField } from './new-password.tsx'
import { OpenedLink } from './opened-link.tsx'

/** Creates the first publisher of a new service, and its owner. */
export function SetUpPage() {
  const [token] = useState(linkToken)
  if (!isServiceEmpty()) return <SetUpAlready />
  return (
    <OpenedLink token={token} purpose="set-up" expired={<ExpiredSetUp />}>
      {() => <SetUpForm token={token} />}
    </OpenedLink>
  )
}

function SetUpAlready() {
  return (
    <EntryFrame
      title="This service is set up already"
      text="The link has done its work. If you have no account yet, ask an owner to invite you."
    >
      <Button component="a" href="/admin/sign-in" fullWidth>
        Sign in
      </Button>
    </EntryFrame>
  )
}

function ExpiredSetUp() {
  return (
    <EntryFrame
      title="This link no longer works"
      text="It is more than seven days old, or was not copied whole."
    >
      <WhereTheLogIs />
    </EntryFrame>
  )
}

function SetUpForm({ token }: { token: string }) {
  const arrive = useSignedIn()
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { company: '', email: '', firstName: '', lastName: '', timezone: ownZone, password: '' },
    validate: {
      company: (company) => (company.trim() ? null : 'Enter a name. People see it in their calendars'),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : 'Enter an e-mail address'),
      timezone: (zone) => (zone ? null : 'Choose one'),
      password: newPasswordFault,
    },
    save: async (values) => arrive((await send<{ data: Me }>('POST', '/set-up', { token, ...values })).data),
  })
  return (
    <EntryFrame title="Set up your publisher" text="You become its owner. All of this can be changed later.">
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Name of your organisation"
            description="People see it as the name of their calendar."
            autoComplete="organization"
            autoFocus
            {...form.getInputProps('company')}
          />
          <TimeZoneSelect
            label="Time zone"
            description="For events without a time zone."
            {...form.getInputProps('timezone')}
          />
          <TextInput label="Your e-mail" type="email" autoComplete="email" {...form.getInputProps('email')} />
          <Group grow align="flex-start">
            <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
            <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
          </Group>
          <NewPasswordField label="Password" {...form.getInputProps('password')} />
          <Refusal error={problem} />
          <Button type="submit" loading={busy} fullWidth>
            Set up
          </Button>
        </Stack>
      </form>
    </EntryFrame>
  )
}
