import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Filters } from '../kit/filters.tsx'
import { sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'

/** The choice of days in the address of the page: a number of days, or a first and last one. */
export type PeriodFilters = Filters<'days' | 'from' | 'to'>

export const DEFAULT_PERIOD: PeriodFilters = { days: '30', from: '', to: '' }

const CHOSEN = 'chosen'
const PERIODS = [
  { value: '7', label: sayCount(words.overview.days, 7) },
  { value: '30', label: sayCount(words.overview.days, 30) },
  { value: '90', label: sayCount(words.overview.days, 90) },
  { value: '365', label: words.overview.twelveMonths },
  { value: CHOSEN, label: words.overview.dates },
]
const MOST_DAYS = 366
const EARLIEST_DAYS = 729
const DAY_MS = 86_400_000

/** The parameters of the request. Filters that the service would refuse stand for the usual period. */
export function periodParams(filters: PeriodFilters, today: string): Record<string, string> {
  const { days, from, to } = filters
  if (from && to && faultOf(from, to, today) === undefined) return { from, to }
  return {
    days: PERIODS.some(({ value }) => value === days && value !== CHOSEN) ? days : DEFAULT_PERIOD.days,
  }
}

/** The choice of the days that the page shows. `today` is that of the publisher. */
export function PeriodChoice({
  filters,
  today,
  onChange,
}: {
  filters: PeriodFilters
  today: string
  onChange: (change: Partial<PeriodFilters>) => void
}) {
  const params = periodParams(filters, today)
  const [choosing, setChoosing] = useState(params.from !== undefined)
  const choose = (value: string) => {
    setChoosing(value === CHOSEN)
    if (value !== CHOSEN) onChange({ days: value, from: '', to: '' })
  }
  return (
    <div className="period">
      <SegmentedControl
        aria-label={words.overview.period}
        data={PERIODS}
        value={choosing ? CHOSEN : params.days}
        onChange={choose}
        fullWidth
      />
      {choosing && (
        <DatesForm
          from={params.from ?? daysBefore(today, Number(params.days) - 1)}
          to={params.to ?? today}
          today={today}
          onChange={(from, to) => onChange({ days: DEFAULT_PERIOD.days, from, to })}
        />
      )}
    </div>
  )
}

function DatesForm(props: {
  from: string
  to: string
  today: string
  onChange: (from: string, to: string) => void
}) {
  const { today } = props
  const [from, setFrom] = useState(props.from)
  const [to, setTo] = useState(props.to)
  const [fault, setFault] = useState<string>()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const found = faultOf(from, to, today)
        setFault(found)
        if (!found) props.onChange(from, to)
      }}
    >
      <Group gap="sm" align="flex-end" mt="sm">
        <TextInput
          type="date"
          label={words.overview.from}
          value={from}
          min={daysBefore(today, EARLIEST_DAYS)}
          max={today}
          onChange={(event) => setFrom(event.currentTarget.value)}
          aria-describedby={fault ? 'period-fault' : undefined}
          error={fault !== undefined}
        />
        <TextInput
          type="date"
          label={words.overview.to}
          value={to}
          min={from}
          max={today}
          onChange={(event) => setTo(event.currentTarget.value)}
          aria-describedby={fault ? 'period-fault' : undefined}
          error={fault !== undefined}
        />
        <Button type="submit" variant="default">
          {words.overview.showDays}
        </Button>
      </Group>
      <Text id="period-fault" role="alert" size="sm" c="var(--bad)">
        {fault}
      </Text>
    </form>
  )
}

/** The fault of a choice of days, and the remedy; undefined if there is none. */
function faultOf(from: string, to: string, today: string): string | undefined {
  if (!isDay(from) || !isDay(to)) return words.overview.datesMissing
  if (to > today) return words.overview.datesAhead
  if (to < from) return words.overview.datesTurned
  if (from < daysBefore(today, EARLIEST_DAYS)) return words.overview.datesTooOld
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MOST_DAYS) return words.overview.datesTooMany
  return undefined
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
}
