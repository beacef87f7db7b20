import { Text } from '@mantine/core'
import type { ListedChange } from '../../../src/http/admin/changes-schemas.ts'
import { words } from '../words/index.ts'
import { percent } from './format.ts'
import { sayCount } from './say.tsx'

export type Reach = NonNullable<ListedChange['reach']>

/** The interval of reads while a page shows reach. */
export const REACH_MS = 5000
/** The service counts a change for this long. */
const COUNTED_MS = 14 * 86_400_000

/** `71% of 4,210 have fetched it`, with a bar above. */
export function ReachLine({ change }: { change: ListedChange }) {
  const { reach } = change
  return (
    <div className="reach-line">
      {reach && reach.active > 0 && <ReachBar reach={reach} />}
      <Text size="sm" c={reach?.active ? undefined : 'dimmed'}>
        {reachText(change)}
      </Text>
    </div>
  )
}

/** A bar of those who have a change, have it partly, and wait. The words are beside it. */
export function ReachBar({ reach: { active, reached, partly }, big }: { reach: Reach; big?: boolean }) {
  const width = (part: number) => ({ width: `${(100 * part) / active}%` })
  return (
    <div className={big ? 'reach-bar reach-bar-big' : 'reach-bar'} aria-hidden>
      <span className="reach-have" style={width(reached)} />
      <span className="reach-partly" style={width(partly)} />
    </div>
  )
}

function reachText({ reach, ended, at }: ListedChange): string {
  if (ended) return words.kit.eventOver
  if (!reach) return Date.now() - Date.parse(at) < COUNTED_MS ? words.kit.counting : words.kit.notCounted
  const { active, reached } = reach
  return active > 0
    ? sayCount(words.kit.fetched, active, { share: percent(reached, active) })
    : words.kit.noApplication
}
