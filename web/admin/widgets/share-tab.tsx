import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Code,
  CopyButton,
  Group,
  List,
  MultiSelect,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { WidgetRecord } from '../../../src/http/admin/widgets-schemas.ts'
import { withStyle } from '../../../src/widgets/embed-code.ts'
import { CopyField } from '../kit/copy.tsx'
import { LANGUAGES } from '../kit/languages.ts'
import { Section } from '../kit/page.tsx'
import { ButtonStyleChooser, type ChosenStyle } from './button-style.tsx'
import { QrPanel } from './qr-panel.tsx'
import { type LinkParameters, linkWith, NO_PARAMETERS, stateError } from './share-link.ts'
import { usePreview } from './use-preview.ts'

/** The ways to share a widget: embed code, link and QR code. */
export function ShareTab({ widget }: { widget: WidgetRecord }) {
  const [parameters, setParameters] = useState(NO_PARAMETERS)
  const [style, setStyle] = useState<ChosenStyle>('filled')
  const isButton = widget.type === 'button'
  const link = linkWith(widget.directLink, parameters)
  return (
    <Stack gap="md">
      {!widget.active && (
        <Alert color="warn">This widget is a draft. Its links and buttons don’t work until it is live.</Alert>
      )}
      <Section title="On your page">
        <Stack gap="sm">
          {widget.embedCode.includes('data-svc-api-key=""') && (
            <Alert color="warn">
              You have no active API key, and without one the button stays hidden.{' '}
              <Anchor component={Link} to="/developers">
                Create one
              </Anchor>
              , then come back.
            </Alert>
          )}
          {isButton && <ButtonStyleChooser widget={widget} value={style} onChange={setStyle} />}
          <List type="ordered" size="sm" spacing={4}>
            <List.Item>Copy the code. The key in it is not a secret.</List.Item>
            <List.Item>
              Paste it into your page where the {isButton ? 'button' : 'list'} should appear. In WordPress,
              use a “Custom HTML” block.
            </List.Item>
            <List.Item>
              {isButton
                ? 'Load the page. The button appears once it works.'
                : 'Load the page. The list fills the width of its place.'}
            </List.Item>
          </List>
          <CopyCode
            code={isButton && style !== 'page' ? withStyle(widget.embedCode, style) : widget.embedCode}
          />
        </Stack>
      </Section>
      <Section
        title="Direct link"
        text="For e-mails, posts and messages. Choose what it opens with, or use it as it is."
      >
        <Stack gap="sm">
          <LinkForm
            widget={widget}
            parameters={parameters}
            onChange={(change) => setParameters({ ...parameters, ...change })}
          />
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
            Open the link
          </Button>
        </Stack>
      </Section>
      <Section title="QR code" text="It opens the link above.">
        <QrPanel link={link} name={widget.name} />
      </Section>
    </Stack>
  )
}

interface LinkFormProps {
  widget: WidgetRecord
  parameters: LinkParameters
  onChange: (change: Partial<LinkParameters>) => void
}

function LinkForm({ widget, parameters, onChange }: LinkFormProps) {
  const button = widget.type === 'button'
  const offered = usePreview('button', widget.settings).data?.config.calendars ?? []
  const categories = [...new Set(offered.flatMap((calendar) => calendar.categories))].sort()
  return (
    <Stack gap="sm">
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <MultiSelect
          label={button ? 'Preselected calendars' : 'Only these calendars'}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={parameters.calendarIds}
          onChange={(calendarIds) => onChange({ calendarIds })}
          placeholder={parameters.calendarIds.length > 0 ? undefined : button ? 'None' : 'All'}
          searchable
          clearable
          limit={100}
          nothingFoundMessage="No match"
          clearButtonProps={{ 'aria-label': 'Choose none' }}
        />
        <Select
          label="Only this category"
          data={categories}
          value={parameters.category || null}
          onChange={(category) => onChange({ category: category ?? '' })}
          placeholder="All"
          searchable
          clearable
          nothingFoundMessage="No match"
          clearButtonProps={{ 'aria-label': 'All categories' }}
        />
        <Select
          label="Language"
          data={LANGUAGES}
          value={parameters.lang || null}
          onChange={(lang) => onChange({ lang: lang ?? '' })}
          placeholder="Same as the browser"
          clearable
          clearButtonProps={{ 'aria-label': 'Same as the browser' }}
        />
      </Group>
      {button && (
        <>
          <Checkbox
            label="Skip the choice of calendars"
            description="People get the preselected calendars, or all of them if none is preselected."
            checked={parameters.autoSubscribe}
            onChange={(event) => onChange({ autoSubscribe: event.currentTarget.checked })}
          />
          <TextInput
            label="State"
            description="A JSON object. The webhook of each subscription contains it."
            placeholder={'{"campaign": "spring"}'}
            classNames={{ input: 'mono' }}
            value={parameters.state}
            error={stateError(parameters.state)}
            onChange={(event) => onChange({ state: event.currentTarget.value })}
          />
          <Text size="sm" c="dimmed">
            More parameters, such as <Code>email</Code> or <Code>subscriber_reference</Code>, are in the
            documentation under “Embedding”.
          </Text>
        </>
      )}
    </Stack>
  )
}

/** A block of code with a copy button. */
function CopyCode({ code }: { code: string }) {
  return (
    <Stack gap="xs" align="flex-start">
      <Code block className="widget-code" w="100%" tabIndex={0} role="region" aria-label="Embed code">
        {code}
      </Code>
      <CopyButton value={code} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {copied ? 'Copied' : 'Copy the code'}
          </Button>
        )}
      </CopyButton>
    </Stack>
  )
}
