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
import { CancelledEvents } from './cancelled-events.tsx'
import { ConfirmChoice } from './confirm-choice.tsx'
import { LookPreview } from './look-preview.tsx'
import { inputOf, RULES, type SettingsValues, valuesOf } from './settings-form.ts'

/** The publisher's name, look and feed settings. */
export function SettingsPage() {
  const mayEdit = useMay('editor')
  const query = useData<OwnPublisher>('/publisher')
  return (
    <Page
      title="Settings"
      text={
        mayEdit
          ? 'How people see you. Calendars show changes at their next update.'
          : 'How people see you. Editors and owners can change this.'
      }
    >
      <Reading query={query}>
        {(publisher) => <SettingsForm publisher={publisher} readOnly={!mayEdit} />}
      </Reading>
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
      done('Saved')
      await Promise.all([readAgain('/publisher'), client.invalidateQueries({ queryKey: ['me'] })])
    },
  })
  const field = form.getInputProps
  const { company, displayPrimaryColor, displaySecondaryColor } = form.values
  const addressProps = { placeholder: 'https://', type: 'url', maxLength: 2000, readOnly }
  const colorProps = { placeholder: 'Default', readOnly }
  const daysProps = {
    min: 0,
    max: 36_500,
    allowDecimal: false,
    suffix: ' days',
    placeholder: 'No limit',
    readOnly,
    flex: '1 1 220px',
  }
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <Section title="You">
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <TextInput
                label="Name"
                description="People see it as the name of their calendar."
                required
                readOnly={readOnly}
                {...field('company')}
              />
              <TimeZoneSelect
                label="Time zone"
                description="For new events without a time zone. Existing events keep theirs."
                readOnly={readOnly}
                allowDeselect={false}
                {...field('timezone')}
              />
              <PictureField
                label="Logo"
                description="Shown at the top of your pages."
                readOnly={readOnly}
                {...field('logo')}
              />
              <PictureField
                label="Calendar logo"
                description="Shown for calendars without their own logo."
                readOnly={readOnly}
                {...field('calendarLogo')}
              />
            </SimpleGrid>
          </Section>
          <Section title="Legal pages" text="Every page that people see links to them, in a new tab.">
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <TextInput
                label="Privacy notice"
                description="Also linked below the e-mail field of your forms."
                {...addressProps}
                {...field('privacyNotice')}
              />
              <TextInput
                label="Imprint"
                description="Who is responsible for these pages."
                {...addressProps}
                {...field('imprint')}
              />
            </SimpleGrid>
          </Section>
          <Section
            title="Colours"
            text="Used on your pages and widgets. We darken or lighten them if text would be hard to read."
          >
            <Group align="flex-start" mb="md">
              <ColorField
                label="First colour"
                description="Buttons and dates"
                {...colorProps}
                {...field('displayPrimaryColor')}
              />
              <ColorField
                label="Second colour"
                description="The right end of the band at the top"
                {...colorProps}
                {...field('displaySecondaryColor')}
              />
            </Group>
            <LookPreview name={company} primary={displayPrimaryColor} secondary={displaySecondaryColor} />
          </Section>
          <Section
            title="New subscribers"
            text="Whoever types an address into a widget may not own it. We send an e-mail to it, and the person confirms there."
          >
            <ConfirmChoice form={form} readOnly={readOnly} />
          </Section>
          <Section
            title="Feeds"
            text="How far back and ahead people’s calendars go. With fewer events, updates are faster."
          >
            <Group align="flex-start">
              <NumberInput
                label="Days back"
                description="Events that ended earlier are left out."
                {...daysProps}
                {...field('feedPastDays')}
              />
              <NumberInput
                label="Days ahead"
                description="Events that start later are added as time passes."
                {...daysProps}
                {...field('feedFutureDays')}
              />
            </Group>
          </Section>
          <Section
            title="Cancelled events"
            text="What happens to an event in people’s calendars when you cancel it. Its reminders are always removed."
          >
            <CancelledEvents form={form} readOnly={readOnly} />
          </Section>
          {!readOnly && (
            <SaveBar
              state={form.isDirty() ? 'Unsaved changes' : 'All changes saved'}
              problem={problem !== undefined && <Refusal error={problem} />}
            >
              {form.isDirty() && (
                <Button variant="default" onClick={() => form.reset()}>
                  Undo
                </Button>
              )}
              <Button type="submit" loading={busy} disabled={!form.isDirty()}>
                Save
              </Button>
            </SaveBar>
          )}
        </Stack>
      </form>
      <LeaveGuard isDirty={() => form.isDirty()} />
    </>
  )
}
