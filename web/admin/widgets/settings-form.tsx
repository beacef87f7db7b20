import { NumberInput, Radio, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import type { PreviewMessage } from '../../widget/preview-message.ts'
import { ColorField } from '../kit/color-field.tsx'
import { CONFIRM_POLICIES } from '../kit/confirm-policies.ts'
import { Section } from '../kit/page.tsx'
import { Say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { CalendarsField } from './calendars-field.tsx'
import { ConsentsField } from './consents-field.tsx'
import { QuestionsField } from './questions-field.tsx'
import { RegistrationFields } from './registration-fields.tsx'
import { SettingsLink } from './settings-link.tsx'
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
            label={words.kit.name}
            description={type === 'button' ? words.widgets.nameInCode : undefined}
            maxLength={100}
            {...form.getInputProps('name')}
          />
        </Section>
      </div>
      {type === 'event' && (
        <Section title={words.widgets.view} text={words.widgets.viewText}>
          <Radio.Group {...form.getInputProps('view')} aria-label={words.widgets.view}>
            <Stack gap="xs">
              <Radio value="list" label={words.widgets.list} description={words.widgets.listText} />
              <Radio value="month" label={words.widgets.month} description={words.widgets.monthText} />
            </Stack>
          </Radio.Group>
        </Section>
      )}
      <div onFocus={() => onStep('calendars')}>
        <Section title={words.widgets.calendars} text={words.widgets.calendarsText}>
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
          <Section title={words.widgets.questions} text={words.widgets.questionsText}>
            <Stack>
              <RegistrationFields
                fields={values.fields}
                birthRequired={needsBirthDate(values)}
                onChange={(field, asked) => form.setFieldValue(`fields.${field}`, asked)}
              />
              <QuestionsField form={form} />
            </Stack>
          </Section>
          <Section title={words.widgets.consents} text={words.widgets.consentsText}>
            <ConsentsField form={form} />
          </Section>
          <Section title={words.widgets.age} text={words.widgets.ageText}>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NumberInput
                label={words.widgets.minimumAge}
                description={words.widgets.minimumAgeText}
                min={1}
                max={120}
                allowDecimal={false}
                {...form.getInputProps('minimumAge')}
              />
              <NumberInput
                label={words.widgets.parentAge}
                description={words.widgets.parentAgeText}
                min={1}
                max={120}
                allowDecimal={false}
                {...form.getInputProps('parentConsentAge')}
              />
            </SimpleGrid>
          </Section>
        </Stack>
      </div>
      <Section title={words.widgets.confirmation} text={words.widgets.confirmationText}>
        <Radio.Group {...form.getInputProps('confirm')} aria-label={words.widgets.confirmation}>
          <Stack gap="xs">
            <Radio
              value="publisher"
              label={<Say text={words.widgets.asInSettings} values={{ settings: <SettingsLink /> }} />}
            />
            {CONFIRM_POLICIES.map(({ value, label, text }) => (
              <Radio key={value} value={value} label={label} description={text} />
            ))}
          </Stack>
        </Radio.Group>
      </Section>
      <Section title={words.settings.colors} text={words.widgets.colorsText}>
        <Stack gap="sm">
          <Radio.Group {...form.getInputProps('colors')} aria-label={words.settings.colors}>
            <Stack gap="xs">
              <Radio
                value="publisher"
                label={<Say text={words.widgets.colorsInSettings} values={{ settings: <SettingsLink /> }} />}
              />
              <Radio value="own" label={words.widgets.ownColors} />
            </Stack>
          </Radio.Group>
          {values.colors === 'own' && (
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <ColorField label={words.settings.firstColor} {...form.getInputProps('primary')} />
              <ColorField label={words.settings.secondColor} {...form.getInputProps('secondary')} />
            </SimpleGrid>
          )}
        </Stack>
      </Section>
      <Section title={words.widgets.embedding}>
        <Stack gap="sm">
          <Radio.Group {...form.getInputProps('embedding')} aria-label={words.widgets.embedding}>
            <Stack gap="xs">
              <Radio value="anywhere" label={words.widgets.anywhere} />
              <Radio value="some" label={words.widgets.onlyThese} />
            </Stack>
          </Radio.Group>
          {values.embedding === 'some' && (
            <TagsInput
              label={words.widgets.addresses}
              description={words.widgets.addressesText}
              splitChars={[',', ' ']}
              acceptValueOnBlur
              maxTags={50}
              {...form.getInputProps('origins')}
            />
          )}
          <Text size="sm" c="dimmed">
            {words.widgets.linkWorks}
          </Text>
        </Stack>
      </Section>
    </Stack>
  )
}
