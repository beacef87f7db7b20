import { Anchor, Box, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { Leaf } from '../kit/leaf.tsx'
import { Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { useMay, useMe } from '../kit/session.tsx'
import { StateBadge } from '../kit/state-badge.tsx'
import { words } from '../words/index.ts'
import { haveEvent, shortDay } from './words.ts'

type NextEvent = Overview['nextEvents'][number]

/** The next events of the public calendars. */
export function NextEvents({ events, reach }: { events: NextEvent[]; reach: Overview['nextEventReach'] }) {
  const mayEdit = useMay('editor')
  const { timezone } = useMe().publisher
  const all = (
    <Button component={Link} to="/events" variant="default" size="sm">
      {words.overview.allEvents}
    </Button>
  )
  return (
    <Section title={words.shell.nextEvents} text={reach && haveEvent(reach)} actions={all}>
      {events.length === 0 ? (
        <Text c="dimmed" size="sm">
          {words.overview.noNext}{' '}
          {mayEdit && (
            <Anchor component={Link} to="/events/new" inherit underline="always">
              {words.overview.addEvent}
            </Anchor>
          )}
        </Text>
      ) : (
        <ol className="event-list">
          {events.map((event) => (
            <li key={event.id} className="event-row">
              <Leaf date={event.startDate} />
              <Box style={{ minWidth: 0 }}>
                <Anchor component={Link} to={`/events/${event.id}`} style={{ overflowWrap: 'anywhere' }}>
                  {event.name}
                </Anchor>{' '}
                {event.cancelled && <StateBadge kind="bad">{words.overview.cancelled}</StateBadge>}
                <Text size="sm" c="dimmed">
                  {whenOf(event, timezone)} · {event.calendar}
                </Text>
              </Box>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

/** `15:00 – 17:00`, with the time zone if it is not the publisher's. */
function whenOf({ startDate, endDate, startTime, endTime, timezone }: NextEvent, own: string): string {
  const until = endDate === startDate ? '' : shortDay(endDate)
  if (startTime === null)
    return until ? say(words.overview.allDayUntil, { day: until }) : words.overview.allDay
  const end = [until, endTime].filter(Boolean).join(' ')
  const time = `${startTime} – ${end}`
  return timezone === own ? time : say(words.kit.timeInZone, { time, zone: timezone.replaceAll('_', ' ') })
}
