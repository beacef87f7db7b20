import { Text } from '@mantine/core'
import type { ReachPreviewAnswer } from '../../../src/http/admin/changes-schemas.ts'
import { useData } from './data.ts'
import { count } from './format.ts'

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

/** `1,204 people have it. About 70 % of their calendars will know by tonight.` */
export function reachAheadText({ people, share, until }: Preview, events = 1): string {
  if (people.value === 0) return 'Nobody follows it yet.'
  const them = events > 1 ? 'them' : 'it'
  const have = people.value === 1 && !people.more ? 'person has' : 'people have'
  const who = `${people.more ? 'More than ' : ''}${count(people.value)} ${have} ${them}.`
  if (share === null) return who
  const night = until === 'today' ? 'tonight' : 'tomorrow night'
  return `${who} ${shareText(share)} of their calendars will know by ${night}.`
}

/** Tens of percent: the past says no more about the next change. */
function shareText(share: number): string {
  const tens = Math.round(share * 10) * 10
  if (tens === 0) return 'Few'
  return tens === 100 ? 'Nearly all' : `About ${tens} %`
}
