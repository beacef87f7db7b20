import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ListedChange } from '../../../src/http/admin/changes-schemas.ts'
import { changePath, changeText } from '../kit/change-words.ts'
import { useData } from '../kit/data.ts'
import { ago } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { REACH_MS, ReachLine } from '../kit/reach.tsx'
import { Say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

/** The last change of a public event that subscribers can see, and how many have fetched it. */
export function LastChange({ eventId }: { eventId: string }) {
  const { data } = useData<ListedChange[]>('/changes', { eventId, limit: 1 }, { everyMs: REACH_MS })
  const change = data?.[0]
  // While another event is being read, the change of the last one is still there.
  if (change?.eventId !== eventId) return null
  return (
    <Section title={words.events.lastChange}>
      <Text mb="xs">
        <Say
          text={words.events.changeAgo}
          values={{
            change: changeText(change),
            ago: (
              <Text component="span" c="dimmed">
                {ago(change.at)}
              </Text>
            ),
          }}
        />
      </Text>
      <ReachLine change={change} />
      <Group gap="md" mt="sm">
        <Anchor component={Link} to={changePath(change)} size="sm">
          {words.events.whoFetched}
        </Anchor>
        <Anchor component={Link} to={`/changes?eventId=${eventId}`} size="sm">
          {words.events.allChanges}
        </Anchor>
      </Group>
    </Section>
  )
}
