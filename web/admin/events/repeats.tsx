import { Chip, Group, Input, MultiSelect, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import type { EventRecord } from '../../../src/http/admin/events-schemas.ts'
import {
  type MonthDay,
  monthDaysOf,
  type RuleForm,
  ruleOf,
  type Weekday,
  WEEKDAYS,
} from '../../../src/series/rule-form.ts'
import { ruleDaysInWords, ruleInWords } from '../../../src/series/rule-words.ts'
import { ApiError } from '../kit/api.ts'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { locale } from '../kit/format.ts'
import { useMay } from '../kit/session.tsx'
import { Loading, Refusal } from '../kit/states.tsx'
import type { EventForm } from './event-fields.tsx'
import { formName, inWords } from './event-values.ts'
import { endOf, type Repeats, type RuleEnd, toggled, withEnd } from './repeats-values.ts'
import { type Dates, SeriesDates } from './series-dates.tsx'

const MAX_INTERVAL = 1000
const MAX_COUNT = 1000
const MAX_SKIPPED = 20

const UNITS = {
  DAILY: ['day', 'days'],
  WEEKLY: ['week', 'weeks'],
  MONTHLY: ['month', 'months'],
  YEARLY: ['year', 'years'],
} as const

const ENDS: { value: RuleEnd; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'until', label: 'On a day' },
  { value: 'count', label: 'After some times' },
]

interface RepeatsProps {
  form: EventForm
  before: EventRecord | undefined
  /** The dates as the service plans them; undefined: not yet. */
  dates: Dates | undefined
  /** Why there are none. */
  error: unknown
  onMore: (limit: number) => void
}

/** How an event repeats, and its next dates. */
export function RepeatsFields({ form, before, dates, error, onMore }: RepeatsProps) {
  const { repeats, timezone, startTime, allDay } = form.values
  const mayEdit = useMay('editor')
  const set = (change: Partial<Repeats>) => {
    const { base: _, ...current } = repeats
    form.setFieldValue('repeats', { ...current, ...change })
  }
  const setRule = (form: RuleForm) => set({ choice: 'rule', form })
  const { choice } = repeats
  const date = { day: repeats.day, time: allDay ? null : startTime, timezone }
  return (
    <Stack>
      <Select
        label="Repeats"
        data={[
          { value: 'never', label: 'Never' },
          ...Object.entries(UNITS).map(([value, [one]]) => ({ value, label: `Every ${one}` })),
          ...(before?.series && choice !== 'rule' ? [{ value: 'other', label: 'By another rule' }] : []),
        ]}
        value={choice === 'rule' ? repeats.form.freq : choice}
        onChange={(value) => {
          if (value === 'never' || value === 'other') set({ choice: value })
          else if (value) setRule({ ...repeats.form, freq: value as RuleForm['freq'] })
        }}
        allowDeselect={false}
        maw={420}
        error={form.errors.repeats}
      />
      {choice === 'other' && (
        <Text size="sm" c="dimmed">
          {sentence(ruleInWords({ rule: repeats.text, date }, locale))}. This form can’t show such a rule in
          parts. It stays as it is unless you choose another one.
        </Text>
      )}
      {choice === 'rule' && (
        <RuleFields repeats={repeats} set={setRule} date={date} inAll={Boolean(before?.series)} />
      )}
      {choice !== 'never' && (
        <>
          <SkipCalendars value={repeats.skipCalendars} onChange={(skipCalendars) => set({ skipCalendars })} />
          {error ? (
            <DatesProblem error={error} form={form} />
          ) : dates ? (
            <SeriesDates
              dates={dates}
              readOnly={!mayEdit}
              onMore={onMore}
              onToggle={(day, time) =>
                set({ exclude: toggled(repeats.exclude, time ? `${day}T${time}` : day) })
              }
              onAdd={(day) => set({ include: toggled(repeats.include, day) })}
            />
          ) : (
            <Loading rows={3} />
          )}
        </>
      )}
    </Stack>
  )
}

/** Says why there are no dates, unless a field says so already. */
function DatesProblem({ error, form }: { error: unknown; form: EventForm }) {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  if (fields.length === 0) return <Refusal error={error} />
  const untold = fields.filter(([name]) => !form.errors[formName(name)])
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {untold.map(([, text]) => inWords(text)).join('. ')}
    </Text>
  )
}

function RuleFields({
  repeats: { form, day },
  set,
  date,
  inAll,
}: {
  repeats: Repeats
  set: (form: RuleForm) => void
  date: { day: string; time: string | null; timezone: string }
  /** The number of times is that of a series that is there already, from its first date on. */
  inAll: boolean
}) {
  const [one, many] = UNITS[form.freq]
  const end = endOf(form)
  return (
    <>
      <Group gap="xs" align="flex-end">
        <NumberInput
          label="Every"
          value={form.interval}
          onChange={(value) => Number(value) >= 1 && set({ ...form, interval: Number(value) })}
          min={1}
          max={MAX_INTERVAL}
          allowDecimal={false}
          w={96}
        />
        <Text pb={8}>{form.interval === 1 ? one : many}</Text>
        {(form.freq === 'MONTHLY' || form.freq === 'YEARLY') && (
          <Select
            label="On"
            data={monthDaysOf(day).map((monthDay) => ({
              value: monthDay,
              label: monthDayText(form, monthDay, date),
            }))}
            value={form.monthDay}
            onChange={(value) => value && set({ ...form, monthDay: value })}
            allowDeselect={false}
            flex="1 1 220px"
            maw={320}
          />
        )}
      </Group>
      {form.freq === 'WEEKLY' && (
        <Weekdays value={form.weekdays} onChange={(weekdays) => set({ ...form, weekdays })} />
      )}
      <Group gap="xs" align="flex-end">
        <Select
          label="Ends"
          data={ENDS}
          value={end}
          onChange={(value) => value && set(withEnd(form, value, day))}
          allowDeselect={false}
          w={176}
        />
        {end === 'until' && (
          <TextInput
            type="date"
            aria-label="Last day"
            value={form.until}
            min={day}
            onChange={(event) =>
              event.currentTarget.value && set({ ...form, until: event.currentTarget.value })
            }
          />
        )}
        {end === 'count' && (
          <>
            <NumberInput
              aria-label="How many times"
              value={form.count}
              onChange={(value) => Number(value) >= 1 && set({ ...form, count: Number(value) })}
              min={1}
              max={MAX_COUNT}
              allowDecimal={false}
              w={96}
            />
            <Text pb={8}>
              {form.count === 1 ? 'time' : 'times'}
              {inAll && ' in all'}
            </Text>
          </>
        )}
      </Group>
    </>
  )
}

/** The weekdays of a weekly rule, of which one at least is chosen. */
function Weekdays({ value, onChange }: { value: Weekday[]; onChange: (weekdays: Weekday[]) => void }) {
  return (
    <Input.Wrapper label="On" labelElement="div">
      <Chip.Group
        multiple
        value={value}
        onChange={(chosen) =>
          chosen.length > 0 && onChange(WEEKDAYS.filter((weekday) => chosen.includes(weekday)))
        }
      >
        <Group gap={6} role="group" aria-label="Weekdays" className="weekdays">
          {WEEKDAYS.map((weekday, i) => (
            <Chip
              key={weekday}
              value={weekday}
              size="sm"
              variant="outline"
              aria-label={weekdayName(i, 'long')}
            >
              {weekdayName(i, 'short')}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}

function SkipCalendars({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
  const { options, nameOf } = useCalendarNames()
  const others = value.filter((id) => !options.some((option) => option.value === id))
  return (
    <MultiSelect
      label="Not on days of"
      description="Calendars such as school holidays: on the days of their all-day events there is no date."
      placeholder={value.length === 0 ? 'No calendar' : undefined}
      data={[...options, ...others.map((id) => ({ value: id, label: nameOf(id) }))]}
      value={value}
      onChange={onChange}
      maxValues={MAX_SKIPPED}
      searchable
      nothingFoundMessage="No calendar matches"
      maw={420}
    />
  )
}

function weekdayName(index: number, weekday: 'long' | 'short'): string {
  // 5 January 1970 was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(Date.UTC(1970, 0, 5 + index))
}

/** `on the first Tuesday`, as the rule in words says it. */
function monthDayText(
  { freq }: RuleForm,
  monthDay: MonthDay,
  date: { day: string; time: string | null; timezone: string },
): string {
  const rule = ruleOf({ freq, interval: 1, weekdays: [], monthDay }, date.day)
  return ruleDaysInWords({ rule, date }, locale) ?? ''
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
