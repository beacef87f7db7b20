import './accounts.css'
import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AccountAnswer } from '../../../src/http/admin/accounts-schemas.ts'
import { Copyable } from '../kit/copy.tsx'
import { useData } from '../kit/data.ts'
import { day } from '../kit/format.ts'
import { Page, Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { actIn } from '../kit/session.tsx'
import { Reading } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { wordOf } from './account-words.ts'
import { NotHere, useDenied } from './accounts-page.tsx'
import { WidgetLinks } from './widget-links.tsx'

/** One sub-account, as its partner sees it from outside. */
export function AccountPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const denied = useDenied()
  const query = useData<AccountAnswer>(denied ? null : `/accounts/${encodeURIComponent(id)}`)
  if (denied) return <NotHere>{denied}</NotHere>
  const open = query.data && (
    <Button onClick={() => actIn(query.data.id)}>
      {say(words.accounts.openNamed, { name: query.data.company })}
    </Button>
  )
  return (
    <Page
      title={query.data?.company ?? words.accounts.account}
      text={words.accounts.accountText}
      up={{ to: '/accounts', name: words.shell.accounts }}
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
      <Section title={words.accounts.organisation}>
        <Facts>
          <Fact name={words.accounts.yourReference}>{account.reference}</Fact>
          <Fact name={words.accounts.publisherId}>
            <Copyable value={String(account.id)} what={words.kit.theId} />
          </Fact>
          <Fact name={words.kit.timezone}>{account.timezone}</Fact>
          <Fact name={words.accounts.industry}>{wordOf(account.industry)}</Fact>
          <Fact name={words.accounts.objective}>{wordOf(account.objective)}</Fact>
          <Fact name={words.accounts.companyType}>{account.companyType}</Fact>
          <Fact name={words.kit.created}>{day(account.created)}</Fact>
        </Facts>
      </Section>
      <Section title={words.kit.owner}>
        <Facts>
          <Fact name={words.kit.name}>{`${account.firstName} ${account.lastName}`}</Fact>
          <Fact name={words.kit.email}>{account.email}</Fact>
          <Fact name={words.accounts.phone}>{account.phone}</Fact>
        </Facts>
      </Section>
      {(displayPrimaryColor || displaySecondaryColor || logo || calendarLogo) && (
        <Section title={words.accounts.appearance}>
          <Facts>
            <Fact name={words.accounts.firstColor}>
              {displayPrimaryColor && <Color value={displayPrimaryColor} />}
            </Fact>
            <Fact name={words.accounts.secondColor}>
              {displaySecondaryColor && <Color value={displaySecondaryColor} />}
            </Fact>
            <Fact name={words.accounts.logo}>
              {logo && <img src={logo} alt={words.accounts.logo} width={64} height={64} />}
            </Fact>
            <Fact name={words.accounts.calendarLogo}>
              {calendarLogo && (
                <img src={calendarLogo} alt={words.accounts.calendarLogo} width={64} height={64} />
              )}
            </Fact>
          </Facts>
        </Section>
      )}
      <Section title={words.accounts.links} text={words.accounts.linksText}>
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
      <dd>{children || <Text c="dimmed">{words.accounts.notGiven}</Text>}</dd>
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
