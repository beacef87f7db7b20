import './developers.css'
import { Anchor, Tabs } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ApiKeyAnswer } from '../../../src/http/admin/api-keys-schemas.ts'
import { useData } from '../kit/data.ts'
import { Page } from '../kit/page.tsx'
import { Say } from '../kit/say.tsx'
import { type Me, useMe } from '../kit/session.tsx'
import { Empty } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { CallbacksTab } from './callbacks-tab.tsx'
import { KeysTab, keyState } from './keys-tab.tsx'
import { RequestsTab } from './requests-tab.tsx'
import { SignatureTab } from './signature-tab.tsx'

interface TabOf {
  name: string
  /** True if this user may open the tab. */
  isAllowed: (me: Me) => boolean
  content: ReactNode
}

const isOwner = (me: Me) => me.role === 'owner'

const TABS: Record<string, TabOf> = {
  keys: { name: words.auditLog.apiKeys, isAllowed: isOwner, content: <KeysTab /> },
  callbacks: { name: words.auditLog.callbacks, isAllowed: () => true, content: <CallbacksTab /> },
  requests: {
    name: words.developers.requests,
    isAllowed: (me) => me.role !== 'viewer',
    content: <RequestsTab />,
  },
  signature: { name: words.developers.signature, isAllowed: isOwner, content: <SignatureTab /> },
}

/** Everything for the publisher's programs: API keys, callbacks, the request log and the signature check. */
export function DevelopersPage() {
  const me = useMe()
  const navigate = useNavigate()
  const { tab }: { tab?: string } = useParams({ strict: false })
  const shown = Object.entries(TABS).filter(([, { isAllowed }]) => isAllowed(me))
  const active = tab ?? shown[0]![0]
  return (
    <Page
      title={words.developers.title}
      text={
        <Say
          text={words.developers.text}
          values={{ reference: isOwner(me) ? <ReferenceWithKey /> : <Reference href="/docs" /> }}
        />
      }
      wide
    >
      <Tabs
        className="developer-tabs"
        value={active}
        onChange={(name) => void navigate({ to: '/developers/$tab', params: { tab: name ?? 'callbacks' } })}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List mb="lg">
          {shown.map(([name, { name: title }]) => (
            <Tabs.Tab key={name} value={name}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(([name, { content }]) => (
          <Tabs.Panel key={name} value={name}>
            {content}
          </Tabs.Panel>
        ))}
        {!shown.some(([name]) => name === active) && <NotHere exists={Object.hasOwn(TABS, active)} />}
      </Tabs>
    </Page>
  )
}

/** With a key of the publisher filled in there. */
function ReferenceWithKey() {
  const { data: keys = [] } = useData<ApiKeyAnswer[]>('/api-keys')
  const key = keys.find((key) => ['ok', 'warn'].includes(keyState(key).kind))
  return <Reference href={key ? `/docs?key=${encodeURIComponent(key.apiKey)}` : '/docs'} />
}

function Reference({ href }: { href: string }) {
  return (
    <Anchor href={href} target="_blank" underline="always">
      {words.developers.reference}
    </Anchor>
  )
}

function NotHere({ exists }: { exists: boolean }) {
  if (!exists) return <Empty title={words.developers.noPage}>{words.developers.noPageText}</Empty>
  return <Empty title={words.developers.notYours}>{words.developers.notYoursText}</Empty>
}
