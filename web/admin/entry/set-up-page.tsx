import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { useServerForm } from '../kit/form.ts'
import type { Me } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { ownZone, TimeZoneSelect } from '../kit/time-zone.tsx'
import { words } from '../words/index.ts'
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
    <EntryFrame title={words.entry.setUpAlready} text={words.entry.setUpAlreadyText}>
      <Button component="a" href="/admin/sign-in" fullWidth>
        {words.entry.signIn}
      </Button>
    </EntryFrame>
  )
}

function ExpiredSetUp() {
  return (
    <EntryFrame title={words.entry.linkDead} text={words.entry.setUpDead}>
      <WhereTheLogIs />
    </EntryFrame>
  )
}

function SetUpForm({ token }: { token: string }) {
  const arrive = useSignedIn()
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { company: '', email: '', firstName: '', lastName: '', timezone: ownZone, password: '' },
    validate: {
      company: (company) => (company.trim() ? null : words.entry.companyFault),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : words.kit.emailFault),
      timezone: (zone) => (zone ? null : words.entry.timezoneFault),
      password: newPasswordFault,
    },
    save: async (values) => arrive((await send<{ data: Me }>('POST', '/set-up', { token, ...values })).data),
  })
  return (
    <EntryFrame title={words.entry.setUpTitle} text={words.entry.setUpText}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={words.entry.company}
            description={words.kit.companyHint}
            autoComplete="organization"
            autoFocus
            {...form.getInputProps('company')}
          />
          <TimeZoneSelect
            label={words.kit.timezone}
            description={words.kit.timezoneHint}
            {...form.getInputProps('timezone')}
          />
          <TextInput
            label={words.entry.yourEmail}
            type="email"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <Group grow align="flex-start">
            <TextInput
              label={words.kit.firstName}
              autoComplete="given-name"
              {...form.getInputProps('firstName')}
            />
            <TextInput
              label={words.kit.lastName}
              autoComplete="family-name"
              {...form.getInputProps('lastName')}
            />
          </Group>
          <NewPasswordField label={words.entry.password} {...form.getInputProps('password')} />
          <Refusal error={problem} />
          <Button type="submit" loading={busy} fullWidth>
            {words.entry.setUp}
          </Button>
        </Stack>
      </form>
    </EntryFrame>
  )
}
