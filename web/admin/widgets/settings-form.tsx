import { Anchor, NumberInput, Radio, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import type { PreviewMessage } from '../../widget/preview-message.ts'
import { ColorField } from '../kit/color-field.tsx'
import { Section } from '../kit/page.tsx'
import { CalendarsField } from './calendars-field.tsx'
import { ConsentsField } from './consents-field.tsx'
import { QuestionsField } from './questions-field.tsx'
import { RegistrationFields } from './registration-fields.tsx'
import { needsBirth, type WidgetForm } from './widget-form.ts'

export type WidgetFormApi = UseFormReturnType<WidgetForm>

interface SettingsProps {
  form: WidgetFormApi
  type: WidgetRecord['type']
  /** Tells which step of the flow is worked on. */
  onStep: (step: PreviewMessage['step']) => void
}

/** All settings of a widget, in the order in which people meet them. */
export function SettingsForm({ form, type, onStep }: SettingsProps) {
  const { values } = form
  return (
    <Stack gap="md">
      <div onFocus={() => onStep('calendars')}>
        <Section>
          <TextInput
            label="Name"
            description={
              type === 'button' ? 'Also the text of the button in the code to embed it.' : undefined
            }
            maxLength={100}
            {...form.getInputProps('name')}
          />
        </Section>
      </div>
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
            text="The e-mail is always asked for. Each more question costs subscribers."
          >
            <Stack>
              <RegistrationFields
                fields={values.fields}
                birth={needsBirth(values)}
                onChange={(field, asked) => form.setFieldValue(`fields.${field}`, asked)}
              />
              <QuestionsField form={form} />
            </Stack>
          </Section>
          <Section title="Consents" text="At most four, each with a box to tick.">
            <ConsentsField form={form} />
          </Section>
          <Section
            title="Age"
            text="With an age, the date of birth has to be told. It counts in your time zone."
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NumberInput
                label="Least age"
                description="Who is younger can’t subscribe."
                min={1}
                max={120}
                allowDecimal={false}
                {...form.getInputProps('minimumAge')}
              />
              <NumberInput
                label="Parents agree below"
                description="Who is younger needs a parent’s e-mail."
                min={1}
                max={120}
                allowDecimal={false}
                {...form.getInputProps('parentConsentAge')}
              />
            </SimpleGrid>
          </Section>
        </Stack>
      </div>
      <Section title="Colours" text="Made darker or lighter where text could not be read on them.">
        <Stack gap="sm">
          <Radio.Group {...form.getInputProps('colors')} aria-label="Colours">
            <Stack gap="xs">
              <Radio
                value="publisher"
                label={
                  <>
                    Those of{' '}
                    <Anchor component={Link} to="/settings" inherit>
                      your settings
                    </Anchor>
                  </>
                }
              />
              <Radio value="own" label="Its own" />
            </Stack>
          </Radio.Group>
          {values.colors === 'own' && (
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <ColorField label="Main colour" {...form.getInputProps('primary')} />
              <ColorField label="Second colour" {...form.getInputProps('secondary')} />
            </SimpleGrid>
          )}
        </Stack>
      </Section>
      <Section title="Where it may be embedded">
        <Stack gap="sm">
          <Radio.Group {...form.getInputProps('embedding')} aria-label="Where it may be embedded">
            <Stack gap="xs">
              <Radio value="anywhere" label="In every page" />
              <Radio value="some" label="Only in these" />
            </Stack>
          </Radio.Group>
          {values.embedding === 'some' && (
            <TagsInput
              label="Addresses"
              description="Without a path, such as https://www.example.com or https://*.example.com. Enter adds one."
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
