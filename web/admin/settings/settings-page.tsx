import './settings.css'
import { Button, Group, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { OwnPublisher } from '../../../src/http/admin/publisher-schemas.ts'
import { send } from '../kit/api.ts'
import { ColorField } from '../kit/color-field.tsx'
import { client, readAgain, useData } from '../kit/data.ts'
import { useServerForm } from '../kit/form.ts'
import { LeaveGuard } from '../kit/leave-guard.tsx'
import { Page, Section } from '../kit/page.tsx'
import { PictureField } from '../kit/picture-field.tsx'
import { SaveBar } from '../kit/save-bar.tsx'
import { useMay } from '../kit/session.tsx'
import { Reading, Refusal } from '../kit/states.tsx'
import { TimeZoneSelect } from '../kit/time-zone.tsx'
import { done } from '../kit/toast.tsx'
import { words } from '../words/index.ts'
import { CancelledEvents } from './cancelled-events.tsx'
import { ConfirmChoice } from './confirm-choice.tsx'
import { LookPreview } from './look-preview.tsx'
import { ProvidersSection } from './providers-section.tsx'
import { inputOf, RULES, type SettingsValues, valuesOf } from './settings-form.ts'

/** The publisher's name, look and feed settings. */
export function SettingsPage() {
  const mayEdit = useMay('editor')
  const isOwner = useMay('owner')
  const query = useData<OwnPublisher>('/publisher')
  return (
    <Page title={words.settings.title} text={mayEdit ? words.settings.about : words.settings.aboutViewer}>
      <Reading query={query}>
        {(publisher) => <SettingsForm publisher={publisher} readOnly={!mayEdit} />}
      </Reading>
      {isOwner && <ProvidersSection />}
    </Page>
  )
}

function SettingsForm({ publisher, readOnly }: { publisher: OwnPublisher; readOnly: boolean }) {
  const { form, submit, busy, problem } = useServerForm<SettingsValues>({
    initialValues: valuesOf(publisher),
    validate: RULES,
    async save(values) {
      const { data } = await send<{ data: OwnPublisher }>('PUT', '/publisher', inputOf(values))
      form.setValues(valuesOf(data))
      form.resetDirty(valuesOf(data))
      done(words.kit.saved)
      await Promise.all([readAgain('/publisher'), client.invalidateQueries({ queryKey: ['me'] })])
    },
  })
  const field = form.getInputProps
  const { company, displayPrimaryColor, displaySecondaryColor } = form.values
  const addressProps = { placeholder: 'https://', type: 'url', maxLength: 2000, readOnly }
  const colorProps = { placeholder: words.settings.defaultColor, readOnly }
  const daysProps = {
    min: 0,
    max: 36_500,
    allowDecimal: false,
    suffix: ` ${words.settings.days}`,
    placeholder: words.settings.noLimit,
    readOnly,
    flex: '1 1 220px',
  }
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <Section title={words.settings.you}>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <TextInput
                label={words.kit.name}
                description={words.kit.companyHint}
                required
                readOnly={readOnly}
                {...field('company')}
              />
              <TimeZoneSelect
                label={words.kit.timezone}
                description={words.settings.timezoneText}
                readOnly={readOnly}
                allowDeselect={false}
                {...field('timezone')}
              />
              <PictureField
                label={words.settings.logo}
                description={words.settings.logoText}
                readOnly={readOnly}
                {...field('logo')}
              />
              <PictureField
                label={words.settings.calendarLogo}
                description={words.settings.calendarLogoText}
                readOnly={readOnly}
                {...field('calendarLogo')}
              />
            </SimpleGrid>
          </Section>
          <Section title={words.settings.legal} text={words.settings.legalText}>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <TextInput
                label={words.settings.privacyNotice}
                description={words.settings.privacyNoticeText}
                {...addressProps}
                {...field('privacyNotice')}
              />
              <TextInput
                label={words.settings.imprint}
                description={words.settings.imprintText}
                {...addressProps}
                {...field('imprint')}
              />
            </SimpleGrid>
          </Section>
          <Section title={words.settings.colors} text={words.settings.colorsText}>
            <Group align="flex-start" mb="md">
              <ColorField
                label={words.settings.firstColor}
                description={words.settings.firstColorText}
                {...colorProps}
                {...field('displayPrimaryColor')}
              />
              <ColorField
                label={words.settings.secondColor}
                description={words.settings.secondColorText}
                {...colorProps}
                {...field('displaySecondaryColor')}
              />
            </Group>
            <LookPreview name={company} primary={displayPrimaryColor} secondary={displaySecondaryColor} />
          </Section>
          <Section title={words.settings.newSubscribers} text={words.settings.newSubscribersText}>
            <ConfirmChoice form={form} readOnly={readOnly} />
          </Section>
          <Section title={words.settings.feeds} text={words.settings.feedsText}>
            <Group align="flex-start">
              <NumberInput
                label={words.settings.daysBack}
                description={words.settings.daysBackText}
                {...daysProps}
                {...field('feedPastDays')}
              />
              <NumberInput
                label={words.settings.daysAhead}
                description={words.settings.daysAheadText}
                {...daysProps}
                {...field('feedFutureDays')}
              />
            </Group>
          </Section>
          <Section title={words.settings.cancelled} text={words.settings.cancelledText}>
            <CancelledEvents form={form} readOnly={readOnly} />
          </Section>
          {!readOnly && (
            <SaveBar
              state={form.isDirty() ? words.kit.unsaved : words.settings.allSaved}
              problem={problem !== undefined && <Refusal error={problem} />}
            >
              {form.isDirty() && (
                <Button variant="default" onClick={() => form.reset()}>
                  {words.kit.undo}
                </Button>
              )}
              <Button type="submit" loading={busy} disabled={!form.isDirty()}>
                {words.kit.save}
              </Button>
            </SaveBar>
          )}
        </Stack>
      </form>
      <LeaveGuard isDirty={() => form.isDirty()} />
    </>
  )
}
