import { dayOf, leafOf, type When } from '../dates.ts'

/** The day of an event as a calendar leaf. Screen readers read the full date. */
export function DateLeaf({ when }: { when: When }) {
  const leaf = leafOf(when)
  return (
    <time class="leaf" dateTime={when.startDate}>
      <span class="hidden">{dayOf(when)}</span>
      <span class="weekday" aria-hidden="true">
        {leaf.weekday}
      </span>
      <span class="day" aria-hidden="true">
        {leaf.day}
      </span>
      <span class="month" aria-hidden="true">
        {leaf.month}
      </span>
    </time>
  )
}
