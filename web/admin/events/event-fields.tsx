import { Group, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useEffect } from 'react'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { DraftOrLive } from '../kit/draft-or-live.tsx'
import { fieldLabel, maxLengthOf } from '../kit/field-labels.ts'
import { Section } from '../kit/page.tsx'
import { TimeZoneSelect } from '../kit/time-zone.tsx'
import { words } from '../words/index.ts'
import { ChooseCalendars } from './event-calendars.tsx'
import { QuickLinks, References } from './event-links.tsx'
import { type EventValues, MORE_FIELDS, moveStart } from './event-values.ts'
import { Reminder } from './reminders.tsx'
import { moveTo } from './repeats-values.ts'

export type EventForm = UseFormReturnType<EventValues>

interface FieldsProps {
  form: EventForm
  kind: 'public' | 'private'
  /** How it repeats: below the times. */
  repeats: ReactNode
}

export function EventFields({ form, kind, repeats }: FieldsProps) {
  return (
    <Stack gap="lg">
      <Section>
        <Stack>
          <Names form={form} kind={kind} />
          <Times form={form} />
          {repeats}
          <Texts form={form} />
          <MoreFields form={form} />
        </Stack>
      </Section>
      <Section title={words.events.reminders} text={words.events.remindersText}>
        <Stack maw={420}>
          {(['alert', 'alert2'] as const).map((field) => (
            <Reminder
              key={field}
              label={fieldLabel(field)}
              value={form.values[field]}
              onChange={(value) => form.setFieldValue(field, value)}
              error={form.errors[field]}
            />
          ))}
        </Stack>
      </Section>
      <QuickLinks form={form} />
      <References form={form} />
    </Stack>
  )
}

function Names({ form, kind }: { form: EventForm; kind: 'public' | 'private' }) {
  const { options } = useCalendarNames()
  useOnlyCalendar(form, options)
  return (
    <>
      <TextInput
        label={fieldLabel('name')}
        required
        maxLength={maxLengthOf('name')}
        {...form.getInputProps('name')}
      />
      {kind === 'public' && (
        <ChooseCalendars
          value={form.values.calendarIds}
          onChange={(ids) => form.setFieldValue('calendarIds', ids)}
          error={form.errors.calendarIds}
        />
      )}
      <TextInput
        label={fieldLabel('location')}
        maxLength={maxLengthOf('location')}
        {...form.getInputProps('location')}
      />
    </>
  )
}

/** Chooses the calendar if there is only one. */
function useOnlyCalendar({ values, setFieldValue }: EventForm, options: { value: string }[]): void {
  const only = options.length === 1 ? options[0]!.value : ''
  const open = values.calendarIds.length === 0
  useEffect(() => {
    if (only && open) setFieldValue('calendarIds', [only])
  }, [only, open, setFieldValue])
}

function Texts({ form }: { form: EventForm }) {
  return (
    <>
      <Textarea
        label={fieldLabel('details')}
        description={words.events.detailsText}
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps('details')}
      />
      <DraftOrLive
        live={!form.values.draft}
        onChange={(live) => form.setFieldValue('draft', !live)}
        description={form.values.draft ? words.events.draftText : words.events.liveText}
      />
    </>
  )
}

function MoreFields({ form }: { form: EventForm }) {
  return MORE_FIELDS.map(([name, { none }]) =>
    typeof none === 'boolean' ? (
      <Switch key={name} label={fieldLabel(name)} {...form.getInputProps(name, { type: 'checkbox' })} />
    ) : (
      <TextInput
        key={name}
        label={fieldLabel(name)}
        maxLength={maxLengthOf(name)}
        {...form.getInputProps(name)}
      />
    ),
  )
}

function Times({ form }: { form: EventForm }) {
  const { allDay } = form.values
  const moveTimes = (to: { startDate?: string; startTime?: string }) => {
    for (const [name, value] of Object.entries(moveStart(form.values, to))) form.setFieldValue(name, value)
    if (to.startDate !== undefined) form.setFieldValue('repeats', moveTo(form.values.repeats, to.startDate))
  }
  return (
    <>
      <Switch
        label={fieldLabel('allDay')}
        checked={allDay}
        onChange={(event) => form.setFieldValue('allDay', event.currentTarget.checked)}
      />
      <Stack maw={420}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            type="date"
            label={words.events.startsOn}
            required
            flex={1}
            {...form.getInputProps('startDate')}
            onChange={(event) => moveTimes({ startDate: event.currentTarget.value })}
          />
          {!allDay && (
            <TextInput
              type="time"
              label={words.events.at}
              aria-label={words.events.startsAt}
              required
              {...form.getInputProps('startTime')}
              onChange={(event) => moveTimes({ startTime: event.currentTarget.value })}
            />
          )}
        </Group>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            type="date"
            label={allDay ? words.events.lastDay : words.events.endsOn}
            required
            flex={1}
            {...form.getInputProps('endDate')}
          />
          {!allDay && (
            <TextInput
              type="time"
              label={words.events.at}
              aria-label={words.events.endsAt}
              required
              {...form.getInputProps('endTime')}
            />
          )}
        </Group>
      </Stack>
      {!allDay && (
        <TimeZoneSelect
          label={words.events.zoneOfPlace}
          description={words.events.zoneText}
          clearable
          clearButtonProps={{ 'aria-label': words.events.clearZone }}
          {...form.getInputProps('timezone')}
          value={form.values.timezone || null}
          onChange={(zone) => form.setFieldValue('timezone', zone ?? '')}
        />
      )}
    </>
  )
}
