import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Overview } from '../../../src/http/admin/overview-schemas.ts'
import { changePath, changeText } from '../kit/change-words.ts'
import { ago } from '../kit/format.ts'
import { Section } from '../kit/page.tsx'
import { ReachBar } from '../kit/reach.tsx'
import { Say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { haveChange } from './words.ts'

type ChangeAhead = Overview['lastChanges'][number]

/** Shows how many people have the last changes of events ahead. Renders nothing when there are none. */
export function LastChanges({ newest, least }: { newest: ChangeAhead[]; least: Overview['leastReached'] }) {
  if (newest.length === 0) return null
  const isLeast = ({ change }: ChangeAhead) => least !== null && keyOf(change) === keyOf(least.change)
  const shown = least && !newest.some(isLeast) ? [...newest, least] : newest
  // An event in several calendars changes in each of them.
  const groups = Map.groupBy(shown, ({ change }) => `${change.revision} ${change.eventId}`)
  return (
    <Section
      title={words.overview.lastChanges}
      text={words.overview.lastChangesText}
      actions={
        <Button component={Link} to="/changes" variant="default" size="sm">
          {words.overview.allChanges}
        </Button>
      }
    >
      <ul className="change-list">
        {[...groups].map(([key, changes]) => (
          <li key={key}>
            <Change changes={changes} isLeast={shown.length > 1 ? isLeast : () => false} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Change({ changes, isLeast }: { changes: ChangeAhead[]; isLeast: (ahead: ChangeAhead) => boolean }) {
  const { change, others } = changes[0]!
  const at = ago(change.at)
  return (
    <>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {changeText(change)}
      </Text>
      <Text size="sm" c="dimmed">
        {others > 0 ? sayCount(words.overview.agoWithOthers, others, { ago: at }) : at}
      </Text>
      {changes.map((ahead) => (
        <div className="reach-line" key={ahead.change.calendarId}>
          {ahead.change.reach && ahead.change.reach.active > 0 && <ReachBar reach={ahead.change.reach} />}
          <Text size="sm">
            <Say
              text={isLeast(ahead) ? words.overview.reachOfLeast : words.overview.reachOf}
              values={{
                calendar: (
                  <Anchor component={Link} to={changePath(ahead.change)} inherit underline="always">
                    {ahead.change.calendar || words.kit.deletedCalendar}
                  </Anchor>
                ),
                have: haveChange(ahead.change),
              }}
            />
          </Text>
        </div>
      ))}
    </>
  )
}

function keyOf({ revision, calendarId }: ChangeAhead['change']): string {
  return `${revision} ${calendarId}`
}
