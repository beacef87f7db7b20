import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { sayCount, SayList } from '../kit/say.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { words } from '../words/index.ts'
import { ALERT_STATES } from './words.ts'

type PersonAlert = SubscriberRecord['alerts']['told'][number]

/** Shows a person's choice of e-mails about changes, and the alerts that concerned them. */
export function AlertsSection({ record }: { record: SubscriberRecord }) {
  const { told } = record.alerts
  return (
    <Section title={words.subscribers.alerts} text={choiceText(record)}>
      {told.length === 0 ? (
        <Text c="dimmed">{words.subscribers.nothingLately}</Text>
      ) : (
        <ul className="plain-list">
          {told.map((alert) => (
            <li key={alert.alertId}>
              <Group justify="space-between" gap="xs">
                <Events alert={alert} />
                <Group gap="xs">
                  <StateBadge {...ALERT_STATES[alert.state]} />
                  <Anchor component={Link} to="/changes/alerts" size="sm">
                    {moment(alert.at ?? alert.created)}
                  </Anchor>
                </Group>
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function choiceText({ state, confirmed, alerts }: SubscriberRecord): string {
  if (state === 'left') return words.subscribers.alertsLeft
  if (alerts.choice === 'off') return words.subscribers.alertsOff
  if (alerts.choice === 'refused') return words.subscribers.alertsRefused
  return confirmed ? words.subscribers.alertsOn : words.subscribers.alertsUnconfirmed
}

function Events({ alert: { events, eventCount } }: { alert: PersonAlert }) {
  if (events.length === 0) return <span>{words.subscribers.eventsGone}</span>
  const more = eventCount - events.length
  const named = events.map(({ eventId, name, gone }) =>
    gone ? (
      name
    ) : (
      <Anchor key={eventId} component={Link} to={`/events/${eventId}`} underline="always">
        {name}
      </Anchor>
    ),
  )
  const items = more > 0 ? [...named, sayCount(words.subscribers.moreEvents, more)] : named
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      <SayList items={items} />
    </span>
  )
}
