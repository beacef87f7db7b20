import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { Copyable } from '../kit/copy.tsx'
import { count, counted, day, moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { reminderInWords } from './words.ts'

export function FactsSection({ record }: { record: SubscriberRecord }) {
  const { id, created, left, source, widget, widgetId, campaign } = record
  const { reminders, privateEvents, confirmed } = record
  return (
    <Section>
      <dl className="facts">
        <Fact name="Id in the API">
          <Copyable value={id} what="the id" />
        </Fact>
        <Fact name="Subscribed since">{day(created)}</Fact>
        {left && <Fact name="Unsubscribed">{moment(left)}</Fact>}
        <Fact name="Address">
          {confirmed ? `Confirmed ${day(confirmed)}` : <StateBadge kind="warn">Not confirmed</StateBadge>}
        </Fact>
        <Fact name="Source">
          {source}
          {widgetId && (
            <>
              {': '}
              <Anchor component={Link} to={`/widgets/${widgetId}`}>
                {widget || 'a widget'}
              </Anchor>
            </>
          )}
        </Fact>
        {campaign && <Fact name="Campaign">{campaign}</Fact>}
        <Fact name="Reminders">
          {reminders === null
            ? 'As set by you'
            : reminders.length === 0
              ? 'None, by their own choice'
              : `Their own: ${reminders.map(reminderInWords).join(', ')}`}
        </Fact>
        <Fact name="Private events">
          {privateEvents.value === 0 ? (
            'None'
          ) : (
            <Anchor component={Link} to="/events" search={{ subscriber: id } as never}>
              {privateEvents.more
                ? `More than ${count(privateEvents.value)} events`
                : counted(privateEvents.value, 'event', 'events')}
            </Anchor>
          )}
        </Fact>
      </dl>
    </Section>
  )
}

/** A value under its name, inside a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
