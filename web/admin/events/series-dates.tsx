import { ActionIcon, Badge, Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DatesAnswer, EventRecord } from '../../../src/http/admin/events-schemas.ts'
import { actingIn, send } from '../kit/api.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { weekdayAndDay } from '../kit/format.ts'
import { facts, Say, say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import type { Scope } from './scopes.ts'
import { ruleText } from './series-words.ts'

export type Dates = DatesAnswer['data']

const TYPING_MS = 350
const FIRST_SHOWN = 8
const MORE = 24

/** Reads the dates that an event would have, once typing pauses. Null: it does not repeat. */
export function useDates(
  input: object | null,
  { before, subscriber, scope, limit = FIRST_SHOWN }: DatesOptions,
) {
  const [settled] = useDebouncedValue(JSON.stringify(input), TYPING_MS)
  const query = new URLSearchParams({
    ...(before && { id: before.id }),
    ...(subscriber && { svcId: subscriber }),
    ...(before?.series && scope && scope !== 'this' && { scope }),
    limit: String(limit),
  }).toString()
  return useQuery({
    queryKey: [actingIn() ?? 0, 'dates', query, settled],
    queryFn: async () =>
      (await send<DatesAnswer>('POST', `/events/dates?${query}`, JSON.parse(settled))).data,
    enabled: settled !== 'null' && input !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

interface DatesOptions {
  before: EventRecord | undefined
  subscriber: string | undefined
  scope?: Scope
  limit?: number
}

interface ListProps {
  dates: Dates
  /** Shows further dates. */
  onMore: (limit: number) => void
  /** Takes a date out, or puts it back. */
  onToggle: (day: string, time: string | null) => void
  /** Takes an additional date away. */
  onAdd: (day: string) => void
  readOnly: boolean
}

/** The next dates of a series. Each can be taken out and put back. */
export function SeriesDates({ dates, onMore, onToggle, onAdd, readOnly }: ListProps) {
  const { nameOf } = useCalendarNames()
  const { next, more } = dates
  return (
    <div className="series-dates">
      <Text size="sm" aria-live="polite" mb={4}>
        <Say
          text={words.events.ruleAndDates}
          values={{ rule: <strong>{ruleText(dates, nameOf)}</strong>, dates: datesText(dates) }}
        />
      </Text>
      <ul aria-label={words.events.nextDates}>
        {next.map(({ day, time, state, added, skippedFor }) => (
          <li key={`${day}${time}`} data-state={state}>
            <span className="series-day">{weekdayAndDay(day)}</span>
            {severalOn(dates, day) && time && <span> {time}</span>}
            <span className="series-note">
              {state === 'skipped'
                ? facts(skippedFor.map(nameOf)) || words.events.leftOut
                : state === 'excluded'
                  ? words.events.takenOut
                  : added && <Badge variant="light">{words.events.added}</Badge>}
            </span>
            {!readOnly && state !== 'skipped' && (
              <ActionIcon
                variant="subtle"
                color={state === 'excluded' ? 'accent' : 'gray'}
                aria-label={say(state === 'excluded' ? words.events.putBack : words.events.takeOut, {
                  day: weekdayAndDay(day),
                })}
                onClick={() => (added ? onAdd(day) : onToggle(day, severalOn(dates, day) ? time : null))}
              >
                {state === 'excluded' ? (
                  <IconArrowBackUp size={18} aria-hidden />
                ) : (
                  <IconX size={18} aria-hidden />
                )}
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {(more > 0 || !readOnly) && (
        <Group gap="sm" align="flex-end" mt="xs">
          {more > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onMore(Math.min(1000, next.length + MORE))}
            >
              {say(more > MORE ? words.events.showMoreDatesOf : words.events.showMoreDates, {
                number: Math.min(MORE, more),
                all: more,
              })}
            </Button>
          )}
          {!readOnly && <AddDate onAdd={onAdd} />}
        </Group>
      )}
    </div>
  )
}

function AddDate({ onAdd }: { onAdd: (day: string) => void }) {
  const [day, setDay] = useState('')
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        type="date"
        label={words.events.anotherDate}
        size="sm"
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <Button
        variant="default"
        size="sm"
        disabled={Number.isNaN(Date.parse(day))}
        onClick={() => {
          onAdd(day)
          setDay('')
        }}
      >
        {words.events.add}
      </Button>
    </Group>
  )
}

/** `17 dates, from Tue 2 Mar 2027 to Tue 29 Jun 2027`. */
export function datesText({ dates, first, last }: Pick<Dates, 'dates' | 'first' | 'last'>): string {
  if (first === null) return words.events.noDate
  if (last === null) return sayCount(words.events.datesOpen, dates, { first: weekdayAndDay(first) })
  return first === last
    ? sayCount(words.events.datesOne, dates, { day: weekdayAndDay(first) })
    : sayCount(words.events.datesRange, dates, { first: weekdayAndDay(first), last: weekdayAndDay(last) })
}

function severalOn({ next }: Dates, day: string): boolean {
  return next.filter((date) => date.day === day).length > 1
}
