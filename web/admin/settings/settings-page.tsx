import './settings.css'
import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import type { OwnPublisher } from '../../../src/http/admin/publisher-schemas.ts'
import { send } from '../kit/api.ts'
import { ColorField } from '../kit/color-field.tsx'
import { client, readAgain, useData } from '../kit/data.ts'
import { useServerForm } from '../kit/form.ts'
import { LeaveGuard } from '../kit/leave-guard.tsx'
import { Page, Section } from '../kit/page.tsx'
import { SaveBar } from '../kit/save-bar.tsx'
import { useMay } from '../kit/session.tsx'
import { Reading, Refusal } from '../kit/states.tsx'
import { TimeZoneSelect } from '../kit/time-zone.tsx'
import { done } from '../kit/toast.tsx'
import { CancelledEvents } from './cancelled-events.tsx'
import { LogoField } from './logo-field.tsx'
import { LookPreview } from './look-preview.tsx'
import { inputOf, RULES, type SettingsValues, valuesOf } from './settings-form.ts'

/** What people see of the publisher, and what goes into feeds. */
export function SettingsPage() {
  const mayEdit = useMay('editor')
  const query = useData<OwnPublisher>('/publisher')
  return (
    <Page
      title="Settings"
      text={
        mayEdit
          ? 'What people see of you. Calendars show a change at their next update.'
          : 'What people see of you. Editors and owners can change it.'
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
  const colorProps = { placeholder: 'Ours', readOnly }
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
            <Stack maw={640}>
              <TextInput
                label="Name"
                description="People see it as the name of their calendar."
                required
                readOnly={readOnly}
                {...field('company')}
              />
              <TimeZoneSelect
                label="Time zone"
                description="Events that name no zone are in this one from now on. Events there are keep theirs."
                readOnly={readOnly}
                allowDeselect={false}
                {...field('timezone')}
              />
              <LogoField
                label="Logo"
                description="The address of an image, shown at the top of your pages."
                readOnly={readOnly}
                {...field('logo')}
              />
              <LogoField
                label="Logo of calendars"
                description="Shown for calendars that have none of their own."
                readOnly={readOnly}
                {...field('calendarLogo')}
              />
            </Stack>
          </Section>
          <Section
            title="Colours"
            text="They lead on your pages and widgets. Where text could not be read, they are corrected."
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
                description="The end of the band at the top"
                {...colorProps}
                {...field('displaySecondaryColor')}
              />
            </Group>
            <LookPreview name={company} primary={displayPrimaryColor} secondary={displaySecondaryColor} />
          </Section>
          <Section
            title="Feeds"
            text="How far back and ahead people’s calendars go. Fewer events make quicker updates."
          >
            <Group align="flex-start" maw={640}>
              <NumberInput
                label="Days back"
                description="Events that ended earlier leave calendars."
                {...daysProps}
                {...field('feedPastDays')}
              />
              <NumberInput
                label="Days ahead"
                description="Events that start later come in time."
                {...daysProps}
                {...field('feedFutureDays')}
              />
            </Group>
          </Section>
          <Section
            title="Cancelled events"
            text="What becomes of an event in people’s calendars when you call it off. Its reminders go in any case."
          >
            <CancelledEvents form={form} readOnly={readOnly} />
          </Section>
          {!readOnly && (
            <SaveBar
              state={form.isDirty() ? 'Not saved yet' : 'All is saved'}
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
