import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { Copyable } from '../kit/copy.tsx'
import { day, list, moment } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { reminderText } from '../kit/reminder-text.ts'
import { Say, say, sayCount } from '../kit/say.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { words } from '../words/index.ts'
import { sourceInWords } from './words.ts'

export function FactsSection({ record }: { record: SubscriberRecord }) {
  const { id, created, left, source, widget, widgetId, campaign } = record
  const { reminders, privateEvents, confirmed } = record
  return (
    <Section>
      <dl className="facts">
        <Fact name={words.subscribers.idInApi}>
          <Copyable value={id} what={words.subscribers.theId} />
        </Fact>
        <Fact name={words.subscribers.since}>{day(created)}</Fact>
        {left && <Fact name={words.subscribers.unsubscribedAt}>{moment(left)}</Fact>}
        <Fact name={words.subscribers.address}>
          {confirmed ? (
            say(words.subscribers.confirmedOn, { day: day(confirmed) })
          ) : (
            <StateBadge kind="warn">{words.subscribers.notConfirmed}</StateBadge>
          )}
        </Fact>
        <Fact name={words.subscribers.source}>
          {widgetId ? (
            <Say
              text={words.subscribers.sourceAndWidget}
              values={{
                source: sourceInWords(source),
                widget: (
                  <Anchor component={Link} to={`/widgets/${widgetId}`}>
                    {widget || words.subscribers.aWidget}
                  </Anchor>
                ),
              }}
            />
          ) : (
            sourceInWords(source)
          )}
        </Fact>
        {campaign && <Fact name={words.subscribers.campaign}>{campaign}</Fact>}
        <Fact name={words.subscribers.reminders}>
          {reminders === null
            ? words.subscribers.remindersYours
            : reminders.length === 0
              ? words.subscribers.remindersNone
              : say(words.subscribers.remindersOwn, { reminders: list(reminders.map(reminderText)) })}
        </Fact>
        <Fact name={words.subscribers.privateEvents}>
          {privateEvents.value === 0 ? (
            words.subscribers.none
          ) : (
            <Anchor component={Link} to="/events" search={{ subscriber: id } as never}>
              {sayCount(
                privateEvents.more ? words.subscribers.overEvents : words.subscribers.events,
                privateEvents.value,
              )}
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
