import './accounts.css'
import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AccountAnswer } from '../../../src/http/admin/accounts-schemas.ts'
import { Copyable } from '../kit/copy.tsx'
import { useData } from '../kit/data.ts'
import { day } from '../kit/format.ts'
import { Page, Section } from '../kit/page.tsx'
import { actIn } from '../kit/session.tsx'
import { Reading } from '../kit/states.tsx'
import { NotHere, useDenied } from './accounts-page.tsx'
import { WidgetLinks } from './widget-links.tsx'

/** One sub-account, as its partner sees it from outside. */
export function AccountPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const denied = useDenied()
  const query = useData<AccountAnswer>(denied ? null : `/accounts/${encodeURIComponent(id)}`)
  if (denied) return <NotHere>{denied}</NotHere>
  const open = query.data && <Button onClick={() => actIn(query.data.id)}>Open {query.data.company}</Button>
  return (
    <Page
      title={query.data?.company ?? 'Sub-account'}
      text="The details it was created with. Open it to change them and to manage its calendars."
      up={{ to: '/accounts', name: 'Sub-accounts' }}
      actions={open}
    >
      <Reading query={query}>{(account) => <Account account={account} />}</Reading>
    </Page>
  )
}

function Account({ account }: { account: AccountAnswer }) {
  const { displayPrimaryColor, displaySecondaryColor, logo, calendarLogo } = account
  return (
    <>
      <Section title="Organisation">
        <Facts>
          <Fact name="Your reference">{account.reference}</Fact>
          <Fact name="Publisher id">
            <Copyable value={String(account.id)} what="the id" />
          </Fact>
          <Fact name="Time zone">{account.timezone}</Fact>
          <Fact name="Industry">{account.industry}</Fact>
          <Fact name="Objective">{account.objective}</Fact>
          <Fact name="Type of company">{account.companyType}</Fact>
          <Fact name="Created">{day(account.created)}</Fact>
        </Facts>
      </Section>
      <Section title="Owner">
        <Facts>
          <Fact name="Name">{`${account.firstName} ${account.lastName}`}</Fact>
          <Fact name="E-mail">{account.email}</Fact>
          <Fact name="Telephone">{account.phone}</Fact>
        </Facts>
      </Section>
      {(displayPrimaryColor || displaySecondaryColor || logo || calendarLogo) && (
        <Section title="Appearance">
          <Facts>
            <Fact name="First colour">{displayPrimaryColor && <Color value={displayPrimaryColor} />}</Fact>
            <Fact name="Second colour">
              {displaySecondaryColor && <Color value={displaySecondaryColor} />}
            </Fact>
            <Fact name="Logo">{logo && <img src={logo} alt="Logo" width={64} height={64} />}</Fact>
            <Fact name="Calendar logo">
              {calendarLogo && <img src={calendarLogo} alt="Calendar logo" width={64} height={64} />}
            </Fact>
          </Facts>
        </Section>
      )}
      <Section title="Links" text="People subscribe here. Share these links in e-mails and posts.">
        <WidgetLinks widgets={account.widgets} />
      </Section>
    </>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} className="facts">
      {children}
    </SimpleGrid>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || <Text c="dimmed">not given</Text>}</dd>
    </div>
  )
}

function Color({ value }: { value: string }) {
  return (
    <Group gap={8}>
      <span className="swatch" style={{ background: value }} aria-hidden />
      {value}
    </Group>
  )
}
