import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { changePath, changeText } from '../kit/change-words.ts'
import { ago, counted } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { ReachLine } from '../kit/reach.tsx'

/** The recent change that the smallest share has fetched. Renders nothing when there is none. */
export function LeastReached({ least }: { least: Overview['leastReached'] }) {
  if (!least) return null
  const { change, others } = least
  const also = others > 0 ? `, with ${counted(others, 'other event', 'other events')}` : ''
  return (
    <Section
      title="The change that reached the fewest"
      text="Of the last two weeks, and of events that are still ahead."
      actions={
        <Button component={Link} to="/changes" variant="default" size="sm">
          All changes
        </Button>
      }
    >
      <Anchor component={Link} to={changePath(change)} fw={600}>
        {changeText(change)}
      </Anchor>
      <Text size="sm" c="dimmed" mb="sm">
        {change.calendar || 'A deleted calendar'} · {ago(change.at)}
        {also}
      </Text>
      <ReachLine change={change} />
    </Section>
  )
}
