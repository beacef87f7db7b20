import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { send } from '../kit/api.ts'
import { Confirm } from '../kit/confirm.tsx'
import { client } from '../kit/data.ts'
import { useServerForm } from '../kit/form.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { Page, Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { forgetPublisher, type Me, useMe } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { done, failed } from '../kit/toast.tsx'
import { language, words } from '../words/index.ts'
import { PasswordSection } from './password-section.tsx'
import { readMeAgain } from './read-me-again.ts'
import { SecondStepSection } from './second-step-section.tsx'

export type OwnUser = NonNullable<Me['user']>

/** The signed-in user's own settings. */
export function ProfilePage() {
  const { user } = useMe()
  if (!user) return null
  return (
    <Page title={words.shell.profile} text={say(words.profile.text, { email: user.email })}>
      <You user={user} />
      <PasswordSection user={user} />
      <SecondStepSection user={user} />
      <Sessions />
    </Page>
  )
}

function You({ user }: { user: OwnUser }) {
  const { form, submit, busy, problem } = useServerForm({
    initialValues: { name: user.name, language: user.language },
    save: async (values) => {
      await send('PUT', '/me', values)
      // The page has the words of another language.
      if (values.language !== language) return location.reload()
      await readMeAgain()
      done(words.kit.saved)
    },
  })
  return (
    <Section title={words.profile.you} text={words.profile.youText}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'end' }}>
            <TextInput
              label={words.kit.name}
              autoComplete="name"
              maxLength={100}
              {...form.getInputProps('name')}
            />
            <Select
              label={words.kit.language}
              description={words.profile.languageHint}
              data={LANGUAGES}
              allowDeselect={false}
              {...form.getInputProps('language')}
            />
          </SimpleGrid>
          <Refusal error={problem} />
          <Group>
            <Button type="submit" loading={busy} disabled={!form.isDirty()}>
              {words.kit.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

function Sessions() {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const signOut = async () => {
    await send('DELETE', '/session')
    forgetPublisher()
    client.clear()
    await navigate({ to: '/sign-in' })
  }
  return (
    <Section title={words.profile.sessions} text={words.profile.sessionsText}>
      <Group>
        <Button variant="default" onClick={() => void signOut().catch(failed)}>
          {words.profile.signOutHere}
        </Button>
        <Button variant="default" onClick={() => setAsking(true)}>
          {words.profile.signOutElsewhere}
        </Button>
      </Group>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.profile.signOutElsewhereTitle}
        action={words.shell.signOut}
        danger={false}
        onConfirm={async () => {
          await send('DELETE', '/me/sessions')
          done(words.profile.onlyHere)
        }}
      >
        {words.profile.signOutElsewhereText}
      </Confirm>
    </Section>
  )
}
