import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { Copyable } from '../kit/copy.tsx'
import { count, counted, day, moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { reminderInWords } from './words.ts'

export function FactsSection({ record }: { record: SubscriberRecord }) {
  const { id, created, left, source, widget, widgetId, reminders, linksReplaced, privateEvents } = record
  return (
    <Section>
      <dl className="facts">
        <Fact name="svc_id">
          <Copyable value={id} what="the svc_id" />
        </Fact>
        <Fact name="Subscribed since">{day(created)}</Fact>
        {left && <Fact name="Left">{moment(left)}</Fact>}
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
        <Fact name="Reminders">
          {reminders === null
            ? 'As you set them'
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
        {linksReplaced.length > 0 && (
          <Fact name="Links replaced">
            {counted(linksReplaced.length, 'time', 'times')}, last on {day(linksReplaced.at(-1)!)}
          </Fact>
        )}
      </dl>
    </Section>
  )
}

/** One thing that is known, under its name. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
