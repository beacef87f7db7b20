import { Text } from '@mantine/core'
import type { ReachPreviewAnswer } from '../../../src/http/admin/changes-schemas.ts'
import { words } from '../words/index.ts'
import { useData } from './data.ts'
import { percent } from './format.ts'
import { say, sayCount } from './say.tsx'

type Preview = ReachPreviewAnswer['data']

/** Says how many people a change of public events would reach, and how soon. Nothing for drafts, or while it is read. */
export function ReachAhead({ eventIds, calendarIds }: { eventIds?: string[]; calendarIds?: string[] }) {
  const { data } = useData<Preview>('/reach', {
    eventIds: eventIds?.join(',') ?? '',
    calendarIds: calendarIds?.join(',') ?? '',
  })
  if (!data) return null
  return (
    <Text component="span" role="status">
      {reachAheadText(data, (eventIds ?? []).length)}
    </Text>
  )
}

/** `1,204 people have it. About 70% of their calendars will know by tonight.` */
export function reachAheadText({ people, share, until }: Preview, events = 1): string {
  const { kit } = words
  if (people.value === 0) return kit.followedByNobody
  const [some, over] = events > 1 ? [kit.haveThem, kit.overHaveThem] : [kit.haveIt, kit.overHaveIt]
  const who = sayCount(people.more ? over : some, people.value)
  return share === null ? who : say(kit.sentences, { first: who, second: shareText(share, until) })
}

/** Tens of percent: the past says no more about the next change. */
function shareText(share: number, until: Preview['until']): string {
  const { kit } = words
  const tens = Math.round(share * 10)
  const isToday = until === 'today'
  if (tens === 0) return isToday ? kit.fewToday : kit.fewTomorrow
  if (tens === 10) return isToday ? kit.mostToday : kit.mostTomorrow
  return say(isToday ? kit.shareToday : kit.shareTomorrow, { share: percent(tens, 10) })
}
