import { Group, Text } from '@mantine/core'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { counted, moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { KINDS } from './words.ts'

type Notification = SubscriberRecord['notifications'][number]

/** What your callbacks were told of this person lately. */
export function NotificationsSection({ record: { notifications } }: { record: SubscriberRecord }) {
  return (
    <Section
      title="Notifications"
      text="What your callbacks are told. Kept for 90 days; the newest 20 are here."
    >
      {notifications.length === 0 ? (
        <Text c="dimmed">Nothing in the last 90 days.</Text>
      ) : (
        <ul className="plain-list">
          {notifications.map((notification) => (
            <li key={notification.id}>
              <Group justify="space-between" gap="xs">
                <span>{KINDS[notification.kind] ?? notification.kind}</span>
                <Group gap="xs">
                  <Arrived {...notification} />
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

function Arrived({ deliveries }: Notification) {
  const failed = deliveries.filter(({ state }) => state === 'failed').length
  const waiting = deliveries.filter(({ state }) => state === 'waiting').length
  if (deliveries.length === 0) return <StateBadge kind="plain">No callback</StateBadge>
  if (failed > 0)
    return <StateBadge kind="bad">{`${counted(failed, 'callback', 'callbacks')} not reached`}</StateBadge>
  if (waiting > 0) return <StateBadge kind="warn">Under way</StateBadge>
  return <StateBadge kind="ok">Delivered</StateBadge>
}
