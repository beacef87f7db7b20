import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { ALERT_STATES } from './words.ts'

type PersonAlert = SubscriberRecord['alerts']['told'][number]

/** Shows a person's choice of e-mails about changes, and the alerts that concerned them. */
export function AlertsSection({ record }: { record: SubscriberRecord }) {
  const { told } = record.alerts
  return (
    <Section title="Alerts" text={choiceText(record)}>
      {told.length === 0 ? (
        <Text c="dimmed">Nothing in the last 90 days.</Text>
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
  const about = 'E-mails about changes that their calendar has not fetched'
  if (state === 'left') return `${about}: none, since the person unsubscribed.`
  if (alerts.choice === 'off') return `${about}: switched off by the person.`
  if (alerts.choice === 'refused')
    return `${about}: off, because the mail server refused the address three times. The person can switch them on again.`
  if (!confirmed) return `${about}: none, because the address is not confirmed.`
  return `${about}: on. The newest 20 of the last 90 days.`
}

function Events({ alert: { events, eventCount } }: { alert: PersonAlert }) {
  if (events.length === 0) return <span>Events that are gone</span>
  const more = eventCount - events.length
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {events.map(({ eventId, name, gone }, i) => (
        <Fragment key={eventId}>
          {i > 0 && ', '}
          {gone ? (
            name
          ) : (
            <Anchor component={Link} to={`/events/${eventId}`} underline="always">
              {name}
            </Anchor>
          )}
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </span>
  )
}
