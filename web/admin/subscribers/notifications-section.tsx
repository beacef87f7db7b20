import { Group, Text } from '@mantine/core'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { kindLabel } from '../developers/kinds.ts'
import { moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { sayCount } from '../kit/say.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { words } from '../words/index.ts'

type Notification = SubscriberRecord['notifications'][number]

/** The latest notifications about this person, with the state of their deliveries. */
export function NotificationsSection({ record: { notifications } }: { record: SubscriberRecord }) {
  return (
    <Section title={words.subscribers.notifications} text={words.subscribers.notificationsText}>
      {notifications.length === 0 ? (
        <Text c="dimmed">{words.subscribers.nothingLately}</Text>
      ) : (
        <ul className="plain-list">
          {notifications.map((notification) => (
            <li key={notification.id}>
              <Group justify="space-between" gap="xs">
                <span>{kindLabel(notification.kind)}</span>
                <Group gap="xs">
                  <DeliveryState {...notification} />
                  <Text size="sm" c="dimmed">
                    {moment(notification.created)}
                  </Text>
                </Group>
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function DeliveryState({ deliveries }: Notification) {
  const failed = deliveries.filter(({ state }) => state === 'failed').length
  const waiting = deliveries.filter(({ state }) => state === 'waiting').length
  if (deliveries.length === 0) return <StateBadge kind="plain">{words.subscribers.noCallback}</StateBadge>
  if (failed > 0) return <StateBadge kind="bad">{sayCount(words.subscribers.notReached, failed)}</StateBadge>
  if (waiting > 0) return <StateBadge kind="warn">{words.subscribers.waiting}</StateBadge>
  return <StateBadge kind="ok">{words.subscribers.delivered}</StateBadge>
}
