import { Anchor, NumberInput, Radio, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import type { PreviewMessage } from '../../widget/preview-message.ts'
import { ColorField } from '../kit/color-field.tsx'
import { CONFIRM_POLICIES } from '../kit/confirm-policies.ts'
import { Section } from '../kit/page.tsx'
import { CalendarsField } from './calendars-field.tsx'
import { ConsentsField } from './consents-field.tsx'
import { QuestionsField } from './questions-field.tsx'
import { RegistrationFields } from './registration-fields.tsx'
import { needsBirthDate, type WidgetForm } from './widget-form.ts'

export type WidgetFormApi = UseFormReturnType<WidgetForm>

interface SettingsProps {
  form: WidgetFormApi
  type: WidgetRecord['type']
  /** Called with the step of the flow whose settings have the focus. */
  onStep: (step: PreviewMessage['step']) => void
}

/** All settings of a widget, in the order of the subscribe flow. */
export function SettingsForm({ form, type, onStep }: SettingsProps) {
  const { values } = form
  return (
    <Stack gap="md">
      <div onFocus={() => onStep('calendars')}>
        <Section>
          <TextInput
            label="Name"
            description={type === 'button' ? 'Also the text of the button in the embed code.' : undefined}
            maxLength={100}
            {...form.getInputProps('name')}
          />
        </Section>
      </div>
      {type === 'event' && (
        <Section title="View" text="What people see first. On the page they can switch.">
          <Radio.Group {...form.getInputProps('view')} aria-label="View">
            <Stack gap="xs">
              <Radio value="list" label="List" description="What comes next." />
              <Radio value="month" label="Month" description="A calendar with the days of a month." />
            </Stack>
          </Radio.Group>
        </Section>
      )}
      <div onFocus={() => onStep('calendars')}>
        <Section title="Calendars" text="What people can choose from.">
          <CalendarsField
            offer={values.offer}
            chosen={values.calendarIds}
            error={form.errors.calendarIds}
            onOffer={(offer) => form.setFieldValue('offer', offer)}
            onChoose={(ids) => form.setFieldValue('calendarIds', ids)}
          />
        </Section>
      </div>
      <div onFocus={() => onStep('details')}>
        <Stack gap="md">
          <Section
            title="Questions"
            text="We always ask for the e-mail. Every further question costs subscribers."
          >
            <Stack>
              <RegistrationFields
                fields={values.fields}
                birthRequired={needsBirthDate(values)}
                onChange={(field, asked) => form.setFieldValue(`fields.${field}`, asked)}
              />
              <QuestionsField form={form} />
            </Stack>
          </Section>
          <Section title="Consents" text="At most four, each with a checkbox.">
            <ConsentsField form={form} />
          </Section>
          <Section
            title="Age"
            text="If you set an age, the date of birth is required. Ages are calculated in your time zone."
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NumberInput
                label="Minimum age"
                description="Younger people can’t subscribe."
                min={1}
                max={120}
                allowDecimal={false}
                {...form.getInputProps('minimumAge')}
              />
              <NumberInput
                label="Parental consent below"
                description="Younger people need a parent’s e-mail."
                min={1}
                max={120}
                allowDecimal={false}
                {...form.getInputProps('parentConsentAge')}
              />
            </SimpleGrid>
          </Section>
        </Stack>
      </div>
      <Section
        title="Confirmation"
        text="We send an e-mail to the address that was typed. Who has to confirm in it?"
      >
        <Radio.Group {...form.getInputProps('confirm')} aria-label="Confirmation">
          <Stack gap="xs">
            <Radio
              value="publisher"
              label={
                <>
                  As in{' '}
                  <Anchor component={Link} to="/settings" inherit underline="always">
                    your settings
                  </Anchor>
                </>
              }
            />
            {CONFIRM_POLICIES.map(({ value, label, text }) => (
              <Radio key={value} value={value} label={label} description={text} />
            ))}
          </Stack>
        </Radio.Group>
      </Section>
      <Section title="Colours" text="We darken or lighten them if text would be hard to read.">
        <Stack gap="sm">
          <Radio.Group {...form.getInputProps('colors')} aria-label="Colours">
            <Stack gap="xs">
              <Radio
                value="publisher"
                label={
                  <>
                    The colours in{' '}
                    <Anchor component={Link} to="/settings" inherit underline="always">
                      your settings
                    </Anchor>
                  </>
                }
              />
              <Radio value="own" label="Own colours" />
            </Stack>
          </Radio.Group>
          {values.colors === 'own' && (
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <ColorField label="First colour" {...form.getInputProps('primary')} />
              <ColorField label="Second colour" {...form.getInputProps('secondary')} />
            </SimpleGrid>
          )}
        </Stack>
      </Section>
      <Section title="Where it can be embedded">
        <Stack gap="sm">
          <Radio.Group {...form.getInputProps('embedding')} aria-label="Where it can be embedded">
            <Stack gap="xs">
              <Radio value="anywhere" label="On every page" />
              <Radio value="some" label="Only on these" />
            </Stack>
          </Radio.Group>
          {values.embedding === 'some' && (
            <TagsInput
              label="Addresses"
              description="Without a path, such as https://www.example.com or https://*.example.com. Press Enter after each."
              splitChars={[',', ' ']}
              acceptValueOnBlur
              maxTags={50}
              {...form.getInputProps('origins')}
            />
          )}
          <Text size="sm" c="dimmed">
            Its direct link works everywhere.
          </Text>
        </Stack>
      </Section>
    </Stack>
  )
}
