import { Alert, Anchor, Box, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
import { States } from '../events/event-cells.tsx'
import { todayIn, whenText } from '../events/times.ts'
import { useData } from '../kit/data.ts'
import { Leaf } from '../kit/leaf.tsx'
import { Section } from '../kit/page.tsx'
import { say } from '../kit/say.tsx'
import { useMay, useMe } from '../kit/session.tsx'
import { Empty, Reading } from '../kit/states.tsx'
import { words } from '../words/index.ts'

const SHOWN = 5

/** The next events of a calendar, or the next step while there are none. */
export function ComingEvents({ calendar }: { calendar: AdminCalendar }) {
  const { id, events, draft } = calendar
  const mayEdit = useMay('editor')
  const { timezone } = useMe().publisher
  const isEmpty = events.value === 0 && !events.more
  const query = useData<EventListed[]>(isEmpty ? null : '/events', {
    ...{ calendarIds: id, from: todayIn(timezone), limit: SHOWN },
  })
  if (isEmpty)
    return (
      <Empty
        title={words.calendars.noEvents}
        action={
          mayEdit && (
            <Group gap="sm" justify="center">
              <Button component={Link} to="/import" search={{ calendar: id } as never} variant="default">
                {words.calendars.importFile}
              </Button>
              <Button component={Link} to="/events/new" search={{ calendar: id } as never}>
                {words.calendars.addFirst}
              </Button>
            </Group>
          )
        }
      >
        {draft
          ? say(words.kit.sentences, {
              first: words.calendars.noEventsText,
              second: words.calendars.thenLive,
            })
          : words.calendars.noEventsText}
      </Empty>
    )
  const all = (
    <Button component={Link} to="/events" search={{ calendars: id } as never} variant="default" size="sm">
      {words.calendars.allEvents}
    </Button>
  )
  return (
    <Section title={words.calendars.nextEvents} actions={all}>
      {draft && (
        <Alert color="warn" mb="sm" title={words.calendars.onlyYou}>
          {words.calendars.onlyYouText}
        </Alert>
      )}
      <Reading query={query}>
        {(coming) =>
          coming.length === 0 ? (
            <Text c="dimmed" size="sm">
              {words.calendars.allOver}
            </Text>
          ) : (
            <ol className="coming-events">
              {coming.map((event) => (
                <li key={event.id}>
                  <Leaf date={event.startDate} />
                  <Box miw={0}>
                    <Anchor component={Link} to={`/events/${event.id}`} className="calendar-name">
                      {event.name}
                    </Anchor>{' '}
                    <States event={event} />
                    <Text size="sm" c="dimmed">
                      {[whenText(event), event.location].filter(Boolean).join(' · ')}
                    </Text>
                  </Box>
                </li>
              ))}
            </ol>
          )
        }
      </Reading>
    </Section>
  )
}
