import { Anchor, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { day } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { words } from '../words/index.ts'
import { ChooseCalendars } from './choose-calendars.tsx'

/** The calendars of a subscriber, which users can change while the subscriber is active. */
export function CalendarsSection({ record }: { record: SubscriberRecord }) {
  const { calendars, state } = record
  const [choosing, { open, close }] = useDisclosure()
  const mayChange = useMay('editor') && state === 'active'
  return (
    <Section
      title={words.subscribers.calendars}
      text={state === 'left' && words.subscribers.calendarsWhenLeft}
      actions={
        mayChange && (
          <Button variant="default" onClick={open}>
            {words.subscribers.changeCalendars}
          </Button>
        )
      }
    >
      {calendars.length === 0 ? (
        <Text c="dimmed">{words.subscribers.noCalendars}</Text>
      ) : (
        <ul className="plain-list">
          {calendars.map(({ id, name, draft, since }) => (
            <li key={id}>
              <Group justify="space-between" gap="xs">
                <Group gap="xs">
                  <Anchor component={Link} to={`/calendars/${id}`}>
                    {name}
                  </Anchor>
                  {draft && <StateBadge kind="warn">{words.kit.draft}</StateBadge>}
                </Group>
                <Text size="sm" c="dimmed">
                  {say(words.subscribers.sinceDay, { day: day(since) })}
                </Text>
              </Group>
            </li>
          ))}
        </ul>
      )}
      {mayChange && <ChooseCalendars record={record} opened={choosing} onClose={close} />}
    </Section>
  )
}
