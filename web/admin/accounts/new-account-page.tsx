import './accounts.css'
import { Button, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { INDUSTRIES, OBJECTIVES } from '../../../src/accounts/account.ts'
import type { NewAccountAnswer } from '../../../src/http/admin/accounts-schemas.ts'
import { ApiError, send } from '../kit/api.ts'
import { ColorField } from '../kit/color-field.tsx'
import { readAgain } from '../kit/data.ts'
import { useServerForm } from '../kit/form.ts'
import { Page, Section } from '../kit/page.tsx'
import { PictureField } from '../kit/picture-field.tsx'
import { SaveBar } from '../kit/save-bar.tsx'
import { say } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { TimeZoneSelect } from '../kit/time-zone.tsx'
import { words } from '../words/index.ts'
import { type AccountForm, CHECKS, EMPTY, inputOf, NAMES } from './account-form.ts'
import { optionsOf } from './account-words.ts'
import { NotHere, useDenied } from './accounts-page.tsx'
import { CreatedAccount } from './created-account.tsx'

const UP = { to: '/accounts', name: words.shell.accounts }

/** Creates a sub-account, then shows its API key once. */
export function NewAccountPage() {
  const mayCreate = useMay('owner')
  const denied = useDenied()
  const [created, setCreated] = useState<{ account: NewAccountAnswer; form: AccountForm }>()
  if (denied) return <NotHere>{denied}</NotHere>
  if (!mayCreate) return <NotHere>{words.accounts.ownersOnly}</NotHere>
  if (created)
    return (
      // The key mounts a new page, which moves the focus to its title.
      <Page key="created" title={say(words.accounts.ready, { company: created.form.company })} up={UP}>
        <CreatedAccount account={created.account} email={created.form.email} />
      </Page>
    )
  return (
    <Page title={words.accounts.newAccount} up={UP} text={words.accounts.newText}>
      <Form onCreated={(account, form) => setCreated({ account, form })} />
    </Page>
  )
}

function Form({ onCreated }: { onCreated: (account: NewAccountAnswer, form: AccountForm) => void }) {
  const { form, submit, busy, problem } = useServerForm<AccountForm>({
    initialValues: EMPTY,
    validate: CHECKS,
    names: NAMES,
    save: async (values) => {
      const { data } = await send<{ data: NewAccountAnswer }>('POST', '/accounts', inputOf(values)).catch(
        (error: unknown) => {
          throw withReferenceError(error)
        },
      )
      void readAgain('/accounts')
      onCreated(data, values)
      scrollTo(0, 0)
    },
  })
  const text = (name: keyof AccountForm & string) => ({ key: form.key(name), ...form.getInputProps(name) })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Section title={words.accounts.organisation}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              {...text('company')}
              label={words.accounts.company}
              description={words.kit.companyHint}
              withAsterisk
              maxLength={250}
              autoComplete="off"
            />
            <TextInput
              {...text('reference')}
              label={words.accounts.yourReference}
              description={words.accounts.referenceHint}
              withAsterisk
              maxLength={255}
              autoComplete="off"
            />
            <Select
              {...text('industry')}
              label={words.accounts.industry}
              data={optionsOf(INDUSTRIES)}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': words.accounts.noIndustry }}
            />
            <Select
              {...text('objective')}
              label={words.accounts.objective}
              data={optionsOf(OBJECTIVES)}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': words.accounts.noObjective }}
            />
            <TextInput
              {...text('companyType')}
              label={words.accounts.companyType}
              maxLength={100}
              autoComplete="off"
            />
            <TimeZoneSelect
              {...text('timezone')}
              label={words.kit.timezone}
              description={words.kit.timezoneHint}
              withAsterisk
            />
          </SimpleGrid>
        </Section>
        <Section title={words.kit.owner} text={words.accounts.ownerText}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              {...text('firstName')}
              label={words.kit.firstName}
              withAsterisk
              maxLength={100}
              autoComplete="off"
            />
            <TextInput
              {...text('lastName')}
              label={words.kit.lastName}
              withAsterisk
              maxLength={100}
              autoComplete="off"
            />
            <TextInput
              {...text('email')}
              type="email"
              label={words.kit.email}
              description={words.accounts.emailHint}
              withAsterisk
              autoComplete="off"
            />
            <TextInput
              {...text('phone')}
              type="tel"
              label={words.accounts.phone}
              description={words.accounts.phoneHint}
              autoComplete="off"
            />
          </SimpleGrid>
        </Section>
        <Section title={words.accounts.appearance} text={words.accounts.appearanceText}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <PictureField
              {...text('companyLogo')}
              label={words.accounts.logo}
              description={words.accounts.logoHint}
              readOnly={false}
            />
            <PictureField
              {...text('scheduleLogo')}
              label={words.accounts.calendarLogo}
              description={words.accounts.calendarLogoHint}
              readOnly={false}
            />
            <ColorField {...text('displayPrimaryColor')} label={words.accounts.firstColor} />
            <ColorField {...text('displaySecondaryColor')} label={words.accounts.secondColor} />
          </SimpleGrid>
        </Section>
        <SaveBar
          state={form.isDirty() ? words.kit.unsaved : undefined}
          problem={problem !== undefined && <Refusal error={problem} />}
        >
          <Button component={Link} to="/accounts" variant="default">
            {words.kit.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {words.accounts.create}
          </Button>
        </SaveBar>
      </Stack>
    </form>
  )
}

/** Puts a conflict (409), which names no field, at the reference: only the reference can conflict here. */
function withReferenceError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 409) return error
  return new ApiError(409, error.message, {
    'custom.reference': words.accounts.referenceTaken,
  })
}
