import './subscribers.css'
import { Group } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { useData } from '../kit/data.ts'
import { Page } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { Reading } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import { AlertsSection } from './alerts-section.tsx'
import { CalendarsSection } from './calendars-section.tsx'
import { FactsSection } from './facts-section.tsx'
import { HistorySection } from './history-section.tsx'
import { LinksSection } from './links-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { ReadsSection } from './reads-section.tsx'
import { RecordActions } from './record-actions.tsx'
import { RegistrationSection } from './registration-section.tsx'

/** The whole record of a subscriber, with actions. */
export function SubscriberPage() {
  const params: { id?: string } = useParams({ strict: false })
  const id = params.id ?? ''
  const query = useData<SubscriberRecord>(`/subscribers/${encodeURIComponent(id)}`)
  const record = query.data?.id === id ? query.data : undefined
  const mayChange = useMay('editor')
  return (
    <Page
      title={record?.email ?? words.subscribers.subscriber}
      up={{ to: '/subscribers', name: words.shell.subscribers }}
      text={record && <SubscriberState record={record} />}
      actions={record && mayChange && <RecordActions record={record} />}
    >
      <Reading query={{ ...query, data: record }}>
        {(record) => (
          <>
            <FactsSection record={record} />
            <CalendarsSection record={record} />
            <ReadsSection record={record} />
            <LinksSection record={record} />
            <RegistrationSection record={record} />
            <AlertsSection record={record} />
            <NotificationsSection record={record} />
            <HistorySection record={record} />
          </>
        )}
      </Reading>
    </Page>
  )
}

function SubscriberState({ record: { state, name } }: { record: SubscriberRecord }) {
  return (
    <Group component="span" gap="xs">
      {state === 'active' ? (
        <StateBadge kind="ok">{words.subscribers.active}</StateBadge>
      ) : (
        <StateBadge kind="plain">{words.subscribers.unsubscribed}</StateBadge>
      )}
      {name}
    </Group>
  )
}
