import { useEffect } from 'react'
import type { ReferenceTypesAnswer } from '../../../src/http/admin/events-schemas.ts'
import { useList } from '../kit/data.ts'
import { FilterSelect } from '../kit/filters.tsx'
import { locale } from '../kit/format.ts'
import { say } from '../kit/say.tsx'
import { words } from '../words/index.ts'

type ReferenceType = ReferenceTypesAnswer['data'][number]

/** Offered at most; others are found by their events. */
const MOST = 1000
/** `round-2` comes before `round-10`. */
const order = new Intl.Collator(locale, { numeric: true })

/** Narrows a list to the events of one reference type. Nothing where no event has one. */
export function ReferenceTypeFilter({
  value,
  onChange,
}: {
  value: string
  onChange: (type: string) => void
}) {
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = useList<ReferenceType>('/reference-types')
  const isMore = hasNextPage && !isFetchingNextPage && rows.length < MOST
  useEffect(() => {
    if (isMore) void fetchNextPage()
  }, [isMore, fetchNextPage])
  const types = rows.map(({ referenceType, events }) => ({
    value: referenceType,
    label: say(events.more ? words.events.typeWithMore : words.events.typeWithEvents, {
      type: referenceType,
      events: events.value,
    }),
  }))
  if (value && !rows.some(({ referenceType }) => referenceType === value)) types.push({ value, label: value })
  if (types.length === 0) return null
  return (
    <FilterSelect
      label={words.events.referenceType}
      all={words.events.allReferenceTypes}
      value={value}
      options={types.sort((a, b) => order.compare(a.value, b.value))}
      onChange={onChange}
    />
  )
}
