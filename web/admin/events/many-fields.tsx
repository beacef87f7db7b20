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
import { TimeZoneSelect } from '../kit/time-zone.tsx'
import { Reminder } from './reminders.tsx'

/** The parts of an event that can be changed on many at once, with labels. */
const PARTS = {
  move: 'Move by days or hours',
  times: 'Set the times',
  timezone: 'Time zone',
  name: 'Title',
  location: 'Place',
  details: 'Details',
  alert: 'First reminder',
  alert2: 'Second reminder',
  setLink: 'Add or replace a link',
  removeLink: 'Remove a link',
  addCalendarIds: 'Add to a calendar',
  calendarId: 'Move to a calendar',
  removeCalendarIds: 'Take out of a calendar',
  draft: 'Draft or live',
  cancelled: 'Cancelled or not',
} as const
export type Part = keyof typeof PARTS

const GROUPS: [title: string, parts: Part[]][] = [
  ['When', ['move', 'times', 'timezone']],
  ['What', ['name', 'location', 'details']],
  ['Reminders and links', ['alert', 'alert2', 'setLink', 'removeLink']],
  ['Calendars', ['addCalendarIds', 'calendarId', 'removeCalendarIds']],
  ['State', ['draft', 'cancelled']],
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
      {GROUPS.filter(([title]) => isPublic || title !== 'Calendars').map(([title, parts]) => (
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
    { value: '0', label: 'Live' },
    { value: '1', label: 'Draft' },
  ],
  cancelled: [
    { value: '1', label: 'Cancelled' },
    { value: '0', label: 'Takes place' },
  ],
}

const CALENDAR_LABELS = {
  addCalendarIds: 'Calendar to add to',
  calendarId: 'Calendar to move to',
  removeCalendarIds: 'Calendar to take out of',
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
          {text('startTime', 'Starts at', { type: 'time' })} to {text('endTime', 'Ends at', { type: 'time' })}
        </Group>
      )
    case 'timezone':
      return (
        <TimeZoneSelect
          aria-label="New time zone"
          value={values.timezone || null}
          onChange={(zone) => onChange({ timezone: zone ?? '' })}
        />
      )
    case 'name':
      return text('name', 'New title')
    case 'location':
      return text('location', 'New place')
    case 'details':
      return (
        <Textarea
          aria-label="New details"
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
          label="New reminder"
          value={values[part]}
          onChange={(value) => onChange({ [part]: value })}
        />
      )
    case 'setLink':
      return (
        <Group gap="xs" grow>
          {text('linkName', 'Text of the link', { placeholder: 'Tickets' })}
          {text('linkUrl', 'Address of the link', { type: 'url', placeholder: 'https://' })}
        </Group>
      )
    case 'removeLink':
      return text('removeLink', 'Text of the link to remove', { placeholder: 'Tickets' })
    case 'addCalendarIds':
    case 'calendarId':
    case 'removeCalendarIds':
      return (
        <Select
          aria-label={CALENDAR_LABELS[part]}
          placeholder="Choose a calendar"
          description={part === 'calendarId' && 'From their main calendar. Other calendars keep them.'}
          searchable
          data={options}
          value={values[part] || null}
          onChange={(id) => onChange({ [part]: id ?? '' })}
          nothingFoundMessage="No calendar matches"
          // In the dialog, so that a list below the window's edge scrolls with it and does not widen a phone's page.
          comboboxProps={{ withinPortal: false, hideDetached: false }}
        />
      )
    case 'draft':
    case 'cancelled':
      return (
        <SegmentedControl
          aria-label={part === 'draft' ? 'Draft or live' : 'Cancelled or not'}
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
      {number('days', 'Days', 3660)}
      {number('hours', 'Hours', 99)}
      {number('minutes', 'Minutes', 59)}
      <SegmentedControl
        aria-label="Later or earlier"
        data={[
          { value: 'later', label: 'Later' },
          { value: 'earlier', label: 'Earlier' },
        ]}
        value={values.direction}
        onChange={(direction) => onChange({ direction })}
      />
    </Group>
  )
}
