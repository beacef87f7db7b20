import { Alert, Anchor, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { extentInWords } from '../calendars/extent.ts'
import { Say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'

/** The server stops counting here. */
const MAX_COUNT = 1000

/** A warning while some feeds are too large to show all events. */
export function FullFeeds({ feeds: { subscribers, calendars } }: { feeds: Overview['fullFeeds'] }) {
  if (subscribers === 0 && calendars.length === 0) return null
  return (
    <Alert color="warn" title={words.overview.fullTitle}>
      <Text size="sm">{words.overview.fullText}</Text>
      <List size="sm" mt="xs">
        {calendars.map(({ id, name, extent }) => (
          <List.Item key={id}>
            <Say
              text={words.overview.fullCalendar}
              values={{
                calendar: (
                  <Anchor component={Link} to={`/calendars/${id}`} inherit underline="always">
                    {name}
                  </Anchor>
                ),
                extent: extentInWords(extent),
              }}
            />
          </List.Item>
        ))}
        {subscribers > 0 && <List.Item>{subscribersText(subscribers)}</List.Item>}
      </List>
    </Alert>
  )
}

function subscribersText(count: number): string {
  if (count >= MAX_COUNT) return sayCount(words.overview.fullSubscribersOver, MAX_COUNT)
  return sayCount(words.overview.fullSubscribers, count)
}
