import { Group, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { TimeZoneSelect } from '../kit/time-zone.tsx'
import { Reminder } from './reminders.tsx'

/** The fields that can be changed on many events at once, with labels. */
export const CHANGES = [
  ['name', 'Title'],
  ['location', 'Place'],
  ['times', 'Times'],
  ['timezone', 'Time zone'],
  ['addCalendarIds', 'Add to a calendar'],
  ['removeCalendarIds', 'Take out of a calendar'],
  ['calendarId', 'Main calendar'],
  ['details', 'Details'],
  ['alert', 'First reminder'],
  ['alert2', 'Second reminder'],
  ['draft', 'Draft or published'],
  ['cancelled', 'Cancelled or not'],
] as const
export type Change = (typeof CHANGES)[number][0]

export const INITIAL_VALUES = {
  ...{
    name: '',
    location: '',
    startTime: '15:00',
    endTime: '17:00',
    timezone: '',
    ...{ calendarId: '', addCalendarIds: '', removeCalendarIds: '' },
    details: '',
  },
  ...{ alert: '', alert2: '', draft: '0', cancelled: '1' },
}
export type ChangeValues = typeof INITIAL_VALUES

/** The body of the request, with the selected changes. */
export function inputOfChanges(on: Set<Change>, values: ChangeValues): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const name of on) {
    if (name === 'times')
      Object.assign(input, { allDay: 'no', startTime: values.startTime, endTime: values.endTime })
    else if (name === 'addCalendarIds' || name === 'removeCalendarIds')
      input[name] = [values[name]].filter(Boolean)
    else input[name] = values[name]
  }
  return input
}

const CHOICES = {
  draft: [
    { value: '0', label: 'Published' },
    { value: '1', label: 'Draft' },
  ],
  cancelled: [
    { value: '1', label: 'Cancelled' },
    { value: '0', label: 'Takes place' },
  ],
}

const CALENDAR_LABELS = {
  calendarId: 'New main calendar',
  addCalendarIds: 'Calendar to add to',
  removeCalendarIds: 'Calendar to take out of',
}

/** The input for the new value of a field. */
export function ChangeField({
  name,
  values,
  onChange,
}: {
  name: Change
  values: ChangeValues
  onChange: (change: Partial<ChangeValues>) => void
}) {
  const { options } = useCalendarNames()
  const text = (field: keyof ChangeValues, label: string, type = 'text') => (
    <TextInput
      type={type}
      aria-label={label}
      value={values[field]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  )
  const field = () => {
    switch (name) {
      case 'name':
        return text('name', 'New title')
      case 'location':
        return text('location', 'New place')
      case 'times':
        return (
          <Group gap="xs">
            {text('startTime', 'Starts at', 'time')} to {text('endTime', 'Ends at', 'time')}
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
      case 'calendarId':
      case 'addCalendarIds':
      case 'removeCalendarIds':
        return (
          <Select
            aria-label={CALENDAR_LABELS[name]}
            searchable
            data={options}
            value={values[name] || null}
            onChange={(id) => onChange({ [name]: id ?? '' })}
          />
        )
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
            value={values[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        )
      case 'draft':
      case 'cancelled':
        return (
          <SegmentedControl
            aria-label={name === 'draft' ? 'Draft or published' : 'Cancelled or not'}
            data={CHOICES[name]}
            value={values[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        )
    }
  }
  return <div className="change-field">{field()}</div>
}
