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
import { useMay } from '../kit/session.tsx'
import { Refusal } from '../kit/states.tsx'
import { TimeZoneSelect } from '../kit/time-zone.tsx'
import { type AccountForm, CHECKS, EMPTY, inputOf, NAMES } from './account-form.ts'
import { NotHere, useDenied } from './accounts-page.tsx'
import { CreatedAccount } from './created-account.tsx'

const UP = { to: '/accounts', name: 'Sub-accounts' }

/** Creates a sub-account, then shows its API key once. */
export function NewAccountPage() {
  const mayCreate = useMay('owner')
  const denied = useDenied()
  const [created, setCreated] = useState<{ account: NewAccountAnswer; form: AccountForm }>()
  if (denied) return <NotHere>{denied}</NotHere>
  if (!mayCreate) return <NotHere>Only an owner can create sub-accounts.</NotHere>
  if (created)
    return (
      // The key mounts a new page, which moves the focus to its title.
      <Page key="created" title={`${created.form.company} is ready`} up={UP}>
        <CreatedAccount account={created.account} email={created.form.email} />
      </Page>
    )
  return (
    <Page
      title="New sub-account"
      up={UP}
      text="A separate publisher, with an API key and two widgets. Its owner gets an invitation by e-mail."
    >
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
        <Section title="Organisation">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              {...text('company')}
              label="Company"
              description="People see it as the name of their calendar."
              withAsterisk
              maxLength={250}
              autoComplete="off"
            />
            <TextInput
              {...text('reference')}
              label="Your reference"
              description="Your own name for it, such as a customer number."
              withAsterisk
              maxLength={255}
              autoComplete="off"
            />
            <Select
              {...text('industry')}
              label="Industry"
              data={[...INDUSTRIES]}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'No industry' }}
            />
            <Select
              {...text('objective')}
              label="Objective"
              data={[...OBJECTIVES]}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': 'No objective' }}
            />
            <TextInput {...text('companyType')} label="Type of company" maxLength={100} autoComplete="off" />
            <TimeZoneSelect
              {...text('timezone')}
              label="Time zone"
              description="For events without a time zone."
              withAsterisk
            />
          </SimpleGrid>
        </Section>
        <Section
          title="Owner"
          text="The person who manages it. They are invited by e-mail to set a password."
        >
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              {...text('firstName')}
              label="First name"
              withAsterisk
              maxLength={100}
              autoComplete="off"
            />
            <TextInput
              {...text('lastName')}
              label="Last name"
              withAsterisk
              maxLength={100}
              autoComplete="off"
            />
            <TextInput
              {...text('email')}
              type="email"
              label="E-mail"
              description="It must not belong to a publisher here already."
              withAsterisk
              autoComplete="off"
            />
            <TextInput
              {...text('phone')}
              type="tel"
              label="Telephone"
              description="With the country code."
              autoComplete="off"
            />
          </SimpleGrid>
        </Section>
        <Section title="Appearance" text="Shown on its pages and calendars. You can change all of it later.">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <PictureField
              {...text('companyLogo')}
              label="Logo"
              description="Shown at the top of its pages."
              readOnly={false}
            />
            <PictureField
              {...text('scheduleLogo')}
              label="Calendar logo"
              description="Shown for calendars without their own logo."
              readOnly={false}
            />
            <ColorField {...text('displayPrimaryColor')} label="First colour" />
            <ColorField {...text('displaySecondaryColor')} label="Second colour" />
          </SimpleGrid>
        </Section>
        <SaveBar
          state={form.isDirty() ? 'Unsaved changes' : undefined}
          problem={problem !== undefined && <Refusal error={problem} />}
        >
          <Button component={Link} to="/accounts" variant="default">
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Create the sub-account
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
    'custom.reference': 'Another of your sub-accounts has this reference',
  })
}
