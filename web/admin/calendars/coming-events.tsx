import { Alert, Anchor, Box, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AdminCalendar } from '../../../src/http/admin/calendars-schemas.ts'
import type { EventListed } from '../../../src/http/admin/events-schemas.ts'
import { States } from '../events/event-cells.tsx'
import { todayIn, whenText } from '../events/times.ts'
import { useData } from '../kit/data.ts'
import { Leaf } from '../kit/leaf.tsx'
import { Section } from '../kit/page.tsx'
import { useMay, useMe } from '../kit/session.tsx'
import { Empty, Reading } from '../kit/states.tsx'

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
        title="No events yet"
        action={
          mayEdit && (
            <Group gap="sm" justify="center">
              <Button component={Link} to="/import" search={{ calendar: id } as never} variant="default">
                Import a file
              </Button>
              <Button component={Link} to="/events/new" search={{ calendar: id } as never}>
                Add the first event
              </Button>
            </Group>
          )
        }
      >
        Add the first event, or import a whole season from a file or an address.
        {draft && ' Then make the calendar live.'}
      </Empty>
    )
  const all = (
    <Button component={Link} to="/events" search={{ calendars: id } as never} variant="default" size="sm">
      All events
    </Button>
  )
  return (
    <Section title="Next events" actions={all}>
      {draft && (
        <Alert color="warn" mb="sm" title="Only you see this calendar">
          Make it live when its events are in. Then people can follow it.
        </Alert>
      )}
      <Reading query={query}>
        {(coming) =>
          coming.length === 0 ? (
            <Text c="dimmed" size="sm">
              All its events are over.
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
