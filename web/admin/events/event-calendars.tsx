import { MultiSelect, Pill, Text } from '@mantine/core'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { fieldLabel } from '../kit/field-labels.ts'
import { say, sayCount } from '../kit/say.tsx'
import { words } from '../words/index.ts'

/** The calendars that an event may be in. */
const MOST = 21
/** The names that a list shows of one event. */
const SHOWN = 3

interface ChooseProps {
  /** Ids, the home first. */
  value: string[]
  onChange: (ids: string[]) => void
  error?: React.ReactNode
}

/** Chooses the calendars of an event. The last one can't be taken away: an event without any is a deleted one. */
export function ChooseCalendars({ value, onChange, error }: ChooseProps) {
  const { options, nameOf } = useCalendarNames()
  const listed = new Set(options.map((option) => option.value))
  const others = value.filter((id) => !listed.has(id)).map((id) => ({ value: id, label: nameOf(id) }))
  const several = value.length > 1
  return (
    <MultiSelect
      label={fieldLabel('calendarIds')}
      description={several ? words.events.seeOnce : words.events.forBoth}
      required
      searchable
      maxValues={MOST}
      placeholder={
        several ? undefined : value.length === 0 ? words.events.chooseCalendar : words.events.addAnother
      }
      data={[...options, ...others].map((option) => ({
        ...option,
        disabled: !several && option.value === value[0],
      }))}
      nothingFoundMessage={words.events.noCalendarMatches}
      value={value}
      onChange={(ids) => (ids.length > 0 || value.length === 0) && onChange(ids)}
      renderPill={({ value: id, option, onRemove }) => (
        <Pill withRemoveButton={several} {...(onRemove && { onRemove })}>
          {several && id === value[0] ? say(words.events.mainCalendar, { name: option.label }) : option.label}
        </Pill>
      )}
      error={error}
    />
  )
}

/** The names of an event's calendars, with their colours. */
export function CalendarsOf({ ids }: { ids: string[] }) {
  const { nameOf, colorOf } = useCalendarNames()
  const more = ids.length - SHOWN
  return (
    <span className="calendars-of">
      {ids.slice(0, SHOWN).map((id) => (
        <span key={id} className={`of-calendar ${colorOf(id)}`}>
          {nameOf(id)}
        </span>
      ))}
      {more > 0 && (
        <Text span size="sm" c="dimmed">
          {sayCount(words.events.andMore, more)}
        </Text>
      )}
    </span>
  )
}

/** The calendar by whose colour an event is shown: of those that are asked for, else its home. */
export function shownCalendar(event: { calendarIds: string[] }, asked: string[]): string {
  return event.calendarIds.find((id) => asked.includes(id)) ?? event.calendarIds[0]!
}
