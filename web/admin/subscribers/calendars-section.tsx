import { Anchor, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { SubscriberRecord } from '../../../src/http/admin/subscribers-schemas.ts'
import { day } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { useMay } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { ChooseCalendars } from './choose-calendars.tsx'

/** The calendars of a subscriber, which users can change while the subscriber is active. */
export function CalendarsSection({ record }: { record: SubscriberRecord }) {
  const { calendars, state } = record
  const [choosing, { open, close }] = useDisclosure()
  const mayChange = useMay('editor') && state === 'active'
  return (
    <Section
      title="Calendars"
      text={state === 'left' && 'What they followed when they unsubscribed.'}
      actions={
        mayChange && (
          <Button variant="default" onClick={open}>
            Change calendars
          </Button>
        )
      }
    >
      {calendars.length === 0 ? (
        <Text c="dimmed">None. Their feed has private events only.</Text>
      ) : (
        <ul className="plain-list">
          {calendars.map(({ id, name, draft, since }) => (
            <li key={id}>
              <Group justify="space-between" gap="xs">
                <Group gap="xs">
                  <Anchor component={Link} to={`/calendars/${id}`}>
                    {name}
                  </Anchor>
                  {draft && <StateBadge kind="warn">Draft</StateBadge>}
                </Group>
                <Text size="sm" c="dimmed">
                  since {day(since)}
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
