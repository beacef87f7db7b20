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
import { ofField } from '../kit/reasons.ts'
import { say, sayCount } from '../kit/say.tsx'
import { useMay } from '../kit/session.tsx'
import { Loading, Refusal } from '../kit/states.tsx'
import { words } from '../words/index.ts'
import type { EventForm } from './event-fields.tsx'
import { formName } from './event-values.ts'
import { endOf, type Repeats, type RuleEnd, toggled, withEnd } from './repeats-values.ts'
import { type Dates, SeriesDates } from './series-dates.tsx'

const MAX_INTERVAL = 1000
const MAX_COUNT = 1000
const MAX_SKIPPED = 20

const UNITS = {
  DAILY: { each: words.events.everyDay, unit: words.events.unitDays },
  WEEKLY: { each: words.events.everyWeek, unit: words.events.unitWeeks },
  MONTHLY: { each: words.events.everyMonth, unit: words.events.unitMonths },
  YEARLY: { each: words.events.everyYear, unit: words.events.unitYears },
}

const ENDS: { value: RuleEnd; label: string }[] = [
  { value: 'never', label: words.kit.never },
  { value: 'until', label: words.events.onADay },
  { value: 'count', label: words.events.afterTimes },
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
        label={words.events.repeats}
        data={[
          { value: 'never', label: words.kit.never },
          ...Object.entries(UNITS).map(([value, { each }]) => ({ value, label: each })),
          ...(before?.series && choice !== 'rule' ? [{ value: 'other', label: words.events.otherRule }] : []),
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
          {say(words.events.otherRuleText, {
            rule: sentence(ruleInWords({ rule: repeats.text, date }, locale)),
          })}
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
    <div aria-live="polite">
      {untold.map(([name, text]) => (
        <Text key={name} size="sm" c="dimmed">
          {ofField(name, text)}
        </Text>
      ))}
    </div>
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
  const end = endOf(form)
  return (
    <>
      <Group gap="xs" align="flex-end">
        <NumberInput
          label={words.events.every}
          value={form.interval}
          onChange={(value) => Number(value) >= 1 && set({ ...form, interval: Number(value) })}
          min={1}
          max={MAX_INTERVAL}
          allowDecimal={false}
          w={96}
        />
        <Text pb={8}>{sayCount(UNITS[form.freq].unit, form.interval)}</Text>
        {(form.freq === 'MONTHLY' || form.freq === 'YEARLY') && (
          <Select
            label={words.events.on}
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
          label={words.events.ends}
          data={ENDS}
          value={end}
          onChange={(value) => value && set(withEnd(form, value, day))}
          allowDeselect={false}
          w={176}
        />
        {end === 'until' && (
          <TextInput
            type="date"
            aria-label={words.events.lastDay}
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
              aria-label={words.events.howManyTimes}
              value={form.count}
              onChange={(value) => Number(value) >= 1 && set({ ...form, count: Number(value) })}
              min={1}
              max={MAX_COUNT}
              allowDecimal={false}
              w={96}
            />
            <Text pb={8}>
              {sayCount(inAll ? words.events.timesInAll : words.events.times, form.count ?? 1)}
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
    <Input.Wrapper label={words.events.on} labelElement="div">
      <Chip.Group
        multiple
        value={value}
        onChange={(chosen) =>
          chosen.length > 0 && onChange(WEEKDAYS.filter((weekday) => chosen.includes(weekday)))
        }
      >
        <Group gap={6} role="group" aria-label={words.events.weekdays} className="weekdays">
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
      label={words.events.notOnDaysOf}
      description={words.events.notOnDaysText}
      placeholder={value.length === 0 ? words.events.noCalendar : undefined}
      data={[...options, ...others.map((id) => ({ value: id, label: nameOf(id) }))]}
      value={value}
      onChange={onChange}
      maxValues={MAX_SKIPPED}
      searchable
      nothingFoundMessage={words.events.noCalendarMatches}
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
