import { Group, Text } from '@mantine/core'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { kindLabel } from '../developers/kinds.ts'
import { counted, moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { StateBadge } from '../kit/state-badge.tsx'

type Notification = SubscriberRecord['notifications'][number]

/** The latest notifications about this person, with the state of their deliveries. */
export function NotificationsSection({ record: { notifications } }: { record: SubscriberRecord }) {
  return (
    <Section
      title="Notifications"
      text="Messages to your callbacks about this person. The newest 20 of the last 90 days."
    >
      {notifications.length === 0 ? (
        <Text c="dimmed">Nothing in the last 90 days.</Text>
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
  if (deliveries.length === 0) return <StateBadge kind="plain">No callback</StateBadge>
  if (failed > 0)
    return <StateBadge kind="bad">{`${counted(failed, 'callback', 'callbacks')} not reached`}</StateBadge>
  if (waiting > 0) return <StateBadge kind="warn">Waiting</StateBadge>
  return <StateBadge kind="ok">Delivered</StateBadge>
}
