import { Alert, Anchor, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { reachInWords } from '../calendars/reach.ts'

/** The server counts no further. */
const MOST_COUNTED = 1000

/** A warning while some feeds are too large to show all events. */
export function FullFeeds({ feeds: { subscribers, calendars } }: { feeds: Overview['fullFeeds'] }) {
  if (subscribers === 0 && calendars.length === 0) return null
  return (
    <Alert color="warn" title="Some feeds are full">
      <Text size="sm">
        A feed shows the nearest events, as many as calendar applications accept. Shorter details make room.
      </Text>
      <List size="sm" mt="xs">
        {calendars.map(({ id, name, reach }) => (
          <List.Item key={id}>
            <Anchor component={Link} to={`/calendars/${id}`} inherit underline="always">
              {name}
            </Anchor>
            . {reachInWords(reach)}
          </List.Item>
        ))}
        {subscribers > 0 && <List.Item>{peopleInWords(subscribers)}</List.Item>}
      </List>
    </Alert>
  )
}

function peopleInWords(count: number): string {
  if (count === 1) return 'The feed of 1 subscriber is full.'
  const amount = count >= MOST_COUNTED ? `${MOST_COUNTED.toLocaleString('en')} or more` : String(count)
  return `The feeds of ${amount} subscribers are full.`
}
