import {
  Checkbox,
  Fieldset,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { Say } from '../kit/say.tsx'
import { TimeZoneSelect } from '../kit/time-zone.tsx'
import { words } from '../words/index.ts'
import { Reminder } from './reminders.tsx'

/** The parts of an event that can be changed on many at once, with labels. */
const PARTS = {
  move: words.events.partMove,
  times: words.events.partTimes,
  timezone: words.kit.timezone,
  name: words.events.eventTitle,
  location: words.events.place,
  details: words.events.details,
  alert: words.events.firstReminder,
  alert2: words.events.secondReminder,
  setLink: words.events.partSetLink,
  removeLink: words.events.partRemoveLink,
  addCalendarIds: words.events.partAddCalendar,
  calendarId: words.events.partCalendar,
  removeCalendarIds: words.events.partRemoveCalendar,
  draft: words.events.draftOrLive,
  cancelled: words.events.cancelledOrNot,
} as const
export type Part = keyof typeof PARTS

const CALENDARS: Part[] = ['addCalendarIds', 'calendarId', 'removeCalendarIds']
const GROUPS: [title: string, parts: Part[]][] = [
  [words.kit.when, ['move', 'times', 'timezone']],
  [words.events.groupWhat, ['name', 'location', 'details']],
  [words.events.groupReminders, ['alert', 'alert2', 'setLink', 'removeLink']],
  [words.events.calendars, CALENDARS],
  [words.kit.state, ['draft', 'cancelled']],
]
/** Each of them says when an event is, so that only one can be meant. */
const APART: Partial<Record<Part, Part[]>> = { move: ['times'], times: ['move'] }

export const INITIAL_VALUES = {
  ...{ direction: 'later', days: 1, hours: 0, minutes: 0, startTime: '15:00', endTime: '17:00' },
  ...{ timezone: '', name: '', location: '', details: '', alert: '', alert2: '' },
  ...{ linkName: '', linkUrl: '', removeLink: '' },
  ...{ addCalendarIds: '', calendarId: '', removeCalendarIds: '' },
  ...{ draft: '0', cancelled: '1' },
}
export type Values = typeof INITIAL_VALUES

/** The change as the service takes it, with the selected parts. */
export function changeOf(on: ReadonlySet<Part>, values: Values): Record<string, unknown> {
  const change: Record<string, unknown> = {}
  const sign = values.direction === 'later' ? 1 : -1
  for (const part of on) {
    if (part === 'move') {
      const minutes = values.hours * 60 + values.minutes
      if (values.days !== 0) change.moveDays = sign * values.days
      if (minutes !== 0) change.moveMinutes = sign * minutes
    } else if (part === 'times')
      Object.assign(change, { allDay: 'no', startTime: values.startTime, endTime: values.endTime })
    else if (part === 'setLink')
      change.setLinks = [{ name: values.linkName.trim(), url: values.linkUrl.trim() }]
    else if (part === 'removeLink') change.removeLinks = [values.removeLink.trim()]
    else if (part === 'addCalendarIds' || part === 'removeCalendarIds')
      change[part] = [values[part]].filter(Boolean)
    else change[part] = values[part]
  }
  return change
}

/** True if each selected part has all that it needs. */
export function isComplete(on: ReadonlySet<Part>, values: Values): boolean {
  const needs: Partial<Record<Part, boolean>> = {
    move: values.days + values.hours + values.minutes > 0,
    times: values.startTime !== '' && values.endTime !== '',
    timezone: values.timezone !== '',
    name: values.name.trim() !== '',
    setLink: values.linkName.trim() !== '' && values.linkUrl.trim() !== '',
    removeLink: values.removeLink.trim() !== '',
    addCalendarIds: values.addCalendarIds !== '',
    calendarId: values.calendarId !== '',
    removeCalendarIds: values.removeCalendarIds !== '',
  }
  return on.size > 0 && [...on].every((part) => needs[part] ?? true)
}

interface FieldsProps {
  /** Public events can be in several calendars. */
  isPublic: boolean
  on: ReadonlySet<Part>
  values: Values
  onToggle: (on: Set<Part>) => void
  onChange: (values: Values) => void
}

/** The parts that can be changed: each that is chosen shows its fields. */
export function ManyFields({ isPublic, on, values, onToggle, onChange }: FieldsProps) {
  const toggle = (part: Part, checked: boolean) => {
    const after = new Set(on)
    if (checked) after.add(part)
    else after.delete(part)
    for (const other of APART[part] ?? []) after.delete(other)
    onToggle(after)
  }
  return (
    <div className="many-fields">
      {GROUPS.filter(([, parts]) => isPublic || parts !== CALENDARS).map(([title, parts]) => (
        <Fieldset key={title} legend={title} variant="unstyled" className="many-group">
          {parts.map((part) => (
            <div key={part}>
              <Checkbox
                label={PARTS[part]}
                checked={on.has(part)}
                onChange={(event) => toggle(part, event.currentTarget.checked)}
              />
              {on.has(part) && (
                <div className="change-field">
                  <PartFields
                    part={part}
                    values={values}
                    onChange={(change) => onChange({ ...values, ...change })}
                  />
                </div>
              )}
            </div>
          ))}
        </Fieldset>
      ))}
    </div>
  )
}

const CHOICES = {
  draft: [
    { value: '0', label: words.kit.live },
    { value: '1', label: words.kit.draft },
  ],
  cancelled: [
    { value: '1', label: words.events.cancelled },
    { value: '0', label: words.events.takesPlace },
  ],
}

const CALENDAR_LABELS = {
  addCalendarIds: words.events.calendarToAdd,
  calendarId: words.events.calendarToMove,
  removeCalendarIds: words.events.calendarToLeave,
}

interface PartProps {
  part: Part
  values: Values
  onChange: (change: Partial<Values>) => void
}

function PartFields({ part, values, onChange }: PartProps) {
  const { options } = useCalendarNames()
  const text = (field: keyof Values, label: string, more: { type?: string; placeholder?: string } = {}) => (
    <TextInput
      {...more}
      aria-label={label}
      value={values[field]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  )
  switch (part) {
    case 'move':
      return <MoveFields values={values} onChange={onChange} />
    case 'times':
      return (
        <Group gap="xs">
          <Say
            text={words.events.startToEnd}
            values={{
              start: text('startTime', words.events.startsAt, { type: 'time' }),
              end: text('endTime', words.events.endsAt, { type: 'time' }),
            }}
          />
        </Group>
      )
    case 'timezone':
      return (
        <TimeZoneSelect
          aria-label={words.events.newZone}
          value={values.timezone || null}
          onChange={(zone) => onChange({ timezone: zone ?? '' })}
        />
      )
    case 'name':
      return text('name', words.events.newTitle)
    case 'location':
      return text('location', words.events.newPlace)
    case 'details':
      return (
        <Textarea
          aria-label={words.events.newDetails}
          autosize
          minRows={2}
          maxRows={8}
          value={values.details}
          onChange={(event) => onChange({ details: event.currentTarget.value })}
        />
      )
    case 'alert':
    case 'alert2':
      return (
        <Reminder
          label={words.events.newReminder}
          value={values[part]}
          onChange={(value) => onChange({ [part]: value })}
        />
      )
    case 'setLink':
      return (
        <Group gap="xs" grow>
          {text('linkName', words.events.linkText, { placeholder: words.events.tickets })}
          {text('linkUrl', words.events.linkAddress, { type: 'url', placeholder: 'https://' })}
        </Group>
      )
    case 'removeLink':
      return text('removeLink', words.events.linkToRemove, { placeholder: words.events.tickets })
    case 'addCalendarIds':
    case 'calendarId':
    case 'removeCalendarIds':
      return (
        <Select
          aria-label={CALENDAR_LABELS[part]}
          placeholder={words.events.chooseCalendar}
          description={part === 'calendarId' && words.events.fromMainCalendar}
          searchable
          data={options}
          value={values[part] || null}
          onChange={(id) => onChange({ [part]: id ?? '' })}
          nothingFoundMessage={words.events.noCalendarMatches}
          // In the dialog, so that a list below the window's edge scrolls with it and does not widen a phone's page.
          comboboxProps={{ withinPortal: false, hideDetached: false }}
        />
      )
    case 'draft':
    case 'cancelled':
      return (
        <SegmentedControl
          aria-label={part === 'draft' ? words.events.draftOrLive : words.events.cancelledOrNot}
          data={CHOICES[part]}
          value={values[part]}
          onChange={(value) => onChange({ [part]: value })}
        />
      )
  }
}

function MoveFields({ values, onChange }: Omit<PartProps, 'part'>) {
  const number = (field: 'days' | 'hours' | 'minutes', label: string, max: number) => (
    <NumberInput
      label={label}
      value={values[field]}
      onChange={(value) => onChange({ [field]: Math.floor(Number(value)) })}
      min={0}
      max={max}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      w={88}
    />
  )
  return (
    <Group gap="xs" align="flex-end">
      {number('days', words.events.days, 3660)}
      {number('hours', words.events.hours, 99)}
      {number('minutes', words.events.minutes, 59)}
      <SegmentedControl
        aria-label={words.events.laterOrEarlier}
        data={[
          { value: 'later', label: words.events.later },
          { value: 'earlier', label: words.events.earlier },
        ]}
        value={values.direction}
        onChange={(direction) => onChange({ direction })}
      />
    </Group>
  )
}
