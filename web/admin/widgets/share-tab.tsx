import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Code,
  Group,
  List,
  MultiSelect,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import { CopyField } from '../kit/copy.tsx'
import { LANGUAGES } from '../kit/languages.ts'
import { Section } from '../kit/page.tsx'
import { CopyCode } from './copy-code.tsx'
import { QrPanel } from './qr-panel.tsx'
import { faultOfState, type LinkParameters, linkWith, NO_PARAMETERS } from './share-link.ts'
import { usePreview } from './use-preview.ts'

/** How people get to a widget: in a page, by a link, by a code. */
export function ShareTab({ widget }: { widget: WidgetRecord }) {
  const [given, setGiven] = useState(NO_PARAMETERS)
  const link = linkWith(widget.directLink, given)
  return (
    <Stack gap="md">
      {!widget.active && (
        <Alert color="warn">This widget is switched off: links and buttons do nothing until it is on.</Alert>
      )}
      <Section title="On your page">
        <Stack gap="sm">
          {widget.embedCode.includes('data-svc-api-key=""') && (
            <Alert color="warn">
              There is no good API key, and without one the button stays hidden.{' '}
              <Anchor component={Link} to="/developers">
                Create one
              </Anchor>
              , then come back.
            </Alert>
          )}
          <List type="ordered" size="sm" spacing={4}>
            <List.Item>Copy the code. The key in it is not a secret.</List.Item>
            <List.Item>
              Paste it into your page where the {widget.type === 'button' ? 'button' : 'list'} is to be. In
              WordPress that is a block “Custom HTML”.
            </List.Item>
            <List.Item>
              {widget.type === 'button'
                ? 'Load the page. The button looks as your page’s buttons do, and shows once it works.'
                : 'Load the page. The list is as wide as the place it is in.'}
            </List.Item>
          </List>
          <CopyCode code={widget.embedCode} />
        </Stack>
      </Section>
      <Section
        title="Direct link"
        text="For mails, posts and messages. Change what it opens with, or take it as it is."
      >
        <Stack gap="sm">
          <LinkForm widget={widget} given={given} onChange={(change) => setGiven({ ...given, ...change })} />
          <CopyField label="Link" value={link} what="the link" />
          <Button
            component="a"
            href={link}
            target="_blank"
            rel="noreferrer"
            variant="default"
            w="fit-content"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            Open it
          </Button>
        </Stack>
      </Section>
      <Section title="QR code" text="Of the link above.">
        <QrPanel link={link} name={widget.name} />
      </Section>
    </Stack>
  )
}

interface LinkFormProps {
  widget: WidgetRecord
  given: LinkParameters
  onChange: (change: Partial<LinkParameters>) => void
}

function LinkForm({ widget, given, onChange }: LinkFormProps) {
  const button = widget.type === 'button'
  const offered = usePreview('button', widget.settings).data?.config.calendars ?? []
  const categories = [...new Set(offered.flatMap((calendar) => calendar.categories))].sort()
  return (
    <Stack gap="sm">
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <MultiSelect
          label={button ? 'Calendars that are chosen already' : 'Only these calendars'}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={given.calendarIds}
          onChange={(calendarIds) => onChange({ calendarIds })}
          placeholder={given.calendarIds.length > 0 ? undefined : button ? 'None' : 'All'}
          searchable
          clearable
          limit={100}
          nothingFoundMessage="None of that name"
          clearButtonProps={{ 'aria-label': 'Choose none' }}
        />
        <Select
          label="Only this category"
          data={categories}
          value={given.category || null}
          onChange={(category) => onChange({ category: category ?? '' })}
          placeholder="All"
          searchable
          clearable
          nothingFoundMessage="None of that name"
          clearButtonProps={{ 'aria-label': 'All categories' }}
        />
        <Select
          label="Language"
          data={LANGUAGES}
          value={given.lang || null}
          onChange={(lang) => onChange({ lang: lang ?? '' })}
          placeholder="As the browser has it"
          clearable
          clearButtonProps={{ 'aria-label': 'As the browser has it' }}
        />
      </Group>
      {button && (
        <>
          <Checkbox
            label="Take the chosen calendars without asking"
            description="With none chosen, all that are offered."
            checked={given.autoSubscribe}
            onChange={(event) => onChange({ autoSubscribe: event.currentTarget.checked })}
          />
          <TextInput
            label="State"
            description="An object in JSON. It comes back in the webhook of each subscription."
            placeholder={'{"campaign": "spring"}'}
            classNames={{ input: 'mono' }}
            value={given.state}
            error={faultOfState(given.state)}
            onChange={(event) => onChange({ state: event.currentTarget.value })}
          />
          <Text size="sm" c="dimmed">
            What else a link can say, such as <Code>email</Code> or <Code>subscriber_reference</Code>, is in
            the documentation under “Embedding”.
          </Text>
        </>
      )}
    </Stack>
  )
}
