import {
  Checkbox,
  Fieldset,
  Group,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useCalendarNames } from '../kit/calendar-names.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { useMe } from '../kit/session.tsx'
import { type NumberName, RANGES, type RuleValues } from './rule-form.ts'
import { CHANNELS, KINDS } from './rule-words.ts'

type Fields = { form: UseFormReturnType<RuleValues> }

/** Options that are listed at once; others are found by typing. */
const LISTED = 100

/** Which changes of which calendars are told. */
export function WhatFields({ form }: Fields) {
  const { options } = useCalendarNames()
  return (
    <Fieldset legend="Of what">
      <Stack>
        <Radio.Group label="Calendars" {...form.getInputProps('calendars')}>
          <Stack gap="xs" mt="xs">
            <Radio value="all" label="All, also those that you add later" />
            <Radio value="some" label="Only these" />
          </Stack>
        </Radio.Group>
        {form.values.calendars === 'some' && (
          <MultiSelect
            aria-label="Only these calendars"
            placeholder="Name of a calendar"
            data={options}
            limit={LISTED}
            searchable
            hidePickedOptions
            nothingFoundMessage="No calendar matches"
            {...form.getInputProps('calendarIds')}
          />
        )}
        <Checkbox.Group label="Tell when an event changes like this" {...form.getInputProps('kinds')}>
          <Stack gap="xs" mt="xs">
            {Object.entries(KINDS).map(([kind, [label]]) => (
              <Checkbox key={kind} value={kind} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Amount
          form={form}
          name="leastMove"
          label="Least move, in minutes"
          description="If it moves by less, nobody is told."
        />
      </Stack>
    </Fieldset>
  )
}

/** When people are told. */
export function WhenFields({ form }: Fields) {
  const { timezone } = useMe().publisher
  const { quiet } = form.values
  return (
    <Fieldset legend="When">
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Amount
            form={form}
            name="withinHours"
            label="Hours before the start"
            description="Nobody is told earlier: until then calendars fetch it."
          />
          <Amount
            form={form}
            name="grace"
            label="Wait after a change, in minutes"
            description="Further changes are told along with it."
          />
        </SimpleGrid>
        <Checkbox
          label="Quiet hours"
          description="Nobody is told in them, unless the event would begin before they end."
          {...form.getInputProps('quiet', { type: 'checkbox' })}
        />
        {quiet && (
          <div>
            <Group align="flex-start">
              <TextInput type="time" label="From" {...form.getInputProps('quietHours')} />
              <TextInput type="time" label="To" {...form.getInputProps('quietTo')} />
            </Group>
            <Text size="sm" c="dimmed" mt={4}>
              In your time zone, {timezone.replaceAll('_', ' ')}.
            </Text>
          </div>
        )}
      </Stack>
    </Fieldset>
  )
}

/** How people are told, and how often. */
export function HowFields({ form }: Fields) {
  return (
    <Fieldset legend="How">
      <Stack>
        <Checkbox.Group label="By" {...form.getInputProps('channels')}>
          <Stack gap="xs" mt="xs">
            <Checkbox value="mail" label={CHANNELS.mail} description="To confirmed addresses" />
            <Checkbox value="push" label={CHANNELS.push} description="To those who switched it on" />
          </Stack>
        </Checkbox.Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Amount
            form={form}
            name="dailyCap"
            label="Most mails a day to one person"
            description="More than three events at once are one mail."
          />
          <Amount
            form={form}
            name="askAbove"
            label="Ask me above so many people"
            description="Nobody is told before you say yes."
          />
        </SimpleGrid>
        <Select
          label="Language"
          description="For people whose own language is unknown."
          data={LANGUAGES}
          allowDeselect={false}
          {...form.getInputProps('language')}
        />
      </Stack>
    </Fieldset>
  )
}

function Amount({ form, name, ...words }: Fields & { name: NumberName; label: string; description: string }) {
  const [min, max] = RANGES[name]
  return (
    <NumberInput
      {...words}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      {...form.getInputProps(name)}
    />
  )
}
