import { Alert, Anchor, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { extentInWords } from '../calendars/extent.ts'

/** The server stops counting here. */
const MAX_COUNT = 1000

/** A warning while some feeds are too large to show all events. */
export function FullFeeds({ feeds: { subscribers, calendars } }: { feeds: Overview['fullFeeds'] }) {
  if (subscribers === 0 && calendars.length === 0) return null
  return (
    <Alert color="warn" title="Some feeds are full">
      <Text size="sm">
        A feed has the events nearest to today, as many as calendar applications accept. Shorten the details
        of events to fit in more.
      </Text>
      <List size="sm" mt="xs">
        {calendars.map(({ id, name, extent }) => (
          <List.Item key={id}>
            <Anchor component={Link} to={`/calendars/${id}`} inherit underline="always">
              {name}
            </Anchor>
            . {extentInWords(extent)}
          </List.Item>
        ))}
        {subscribers > 0 && <List.Item>{subscribersText(subscribers)}</List.Item>}
      </List>
    </Alert>
  )
}

function subscribersText(count: number): string {
  if (count === 1) return 'The feed of 1 subscriber is full.'
  const amount = count >= MAX_COUNT ? `${MAX_COUNT.toLocaleString('en')} or more` : String(count)
  return `The feeds of ${amount} subscribers are full.`
}
