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
import { NUMBER_SIGNS } from '../kit/format.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { say } from '../kit/say.tsx'
import { useMe } from '../kit/session.tsx'
import { words } from '../words/index.ts'
import { type NumberName, RANGES, type RuleValues } from './rule-form.ts'
import { CHANNELS, KINDS } from './rule-words.ts'

type Fields = { form: UseFormReturnType<RuleValues> }

/** Options that are listed at once; others are found by typing. */
const LISTED = 100

/** Which changes of which calendars are told. */
export function WhatFields({ form }: Fields) {
  const { options } = useCalendarNames()
  return (
    <Fieldset legend={words.changes.ofWhat}>
      <Stack>
        <Radio.Group label={words.changes.calendars} {...form.getInputProps('calendars')}>
          <Stack gap="xs" mt="xs">
            <Radio value="all" label={words.changes.allCalendars} />
            <Radio value="some" label={words.changes.onlyThese} />
          </Stack>
        </Radio.Group>
        {form.values.calendars === 'some' && (
          <MultiSelect
            aria-label={words.changes.onlyTheseCalendars}
            placeholder={words.changes.nameOfCalendar}
            data={options}
            limit={LISTED}
            searchable
            hidePickedOptions
            nothingFoundMessage={words.changes.noCalendarMatches}
            {...form.getInputProps('calendarIds')}
          />
        )}
        <Checkbox.Group label={words.changes.kinds} {...form.getInputProps('kinds')}>
          <Stack gap="xs" mt="xs">
            {Object.entries(KINDS).map(([kind, [label]]) => (
              <Checkbox key={kind} value={kind} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Amount
          form={form}
          name="leastMove"
          label={words.changes.leastMove}
          description={words.changes.leastMoveText}
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
    <Fieldset legend={words.kit.when}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Amount
            form={form}
            name="withinHours"
            label={words.changes.hoursBefore}
            description={words.changes.hoursBeforeText}
          />
          <Amount
            form={form}
            name="grace"
            label={words.changes.grace}
            description={words.changes.graceText}
          />
        </SimpleGrid>
        <Checkbox
          label={words.changes.quietHours}
          description={words.changes.quietHoursText}
          {...form.getInputProps('quiet', { type: 'checkbox' })}
        />
        {quiet && (
          <div>
            <Group align="flex-start">
              <TextInput type="time" label={words.changes.from} {...form.getInputProps('quietHours')} />
              <TextInput type="time" label={words.changes.to} {...form.getInputProps('quietTo')} />
            </Group>
            <Text size="sm" c="dimmed" mt={4}>
              {say(words.changes.inZone, { zone: timezone.replaceAll('_', ' ') })}
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
    <Fieldset legend={words.changes.how}>
      <Stack>
        <Checkbox.Group label={words.changes.by} {...form.getInputProps('channels')}>
          <Stack gap="xs" mt="xs">
            <Checkbox value="mail" label={CHANNELS.mail} description={words.changes.mailText} />
            <Checkbox value="push" label={CHANNELS.push} description={words.changes.pushText} />
          </Stack>
        </Checkbox.Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Amount
            form={form}
            name="dailyCap"
            label={words.changes.dailyCap}
            description={words.changes.dailyCapText}
          />
          <Amount
            form={form}
            name="askAbove"
            label={words.changes.askAbove}
            description={words.changes.askAboveText}
          />
        </SimpleGrid>
        <Select
          label={words.kit.language}
          description={words.changes.languageText}
          data={LANGUAGES}
          allowDeselect={false}
          {...form.getInputProps('language')}
        />
      </Stack>
    </Fieldset>
  )
}

function Amount({ form, name, ...texts }: Fields & { name: NumberName; label: string; description: string }) {
  const [min, max] = RANGES[name]
  return (
    <NumberInput
      {...texts}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      {...NUMBER_SIGNS}
      {...form.getInputProps(name)}
    />
  )
}
