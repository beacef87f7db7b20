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
import { CAMPAIGN_LETTERS } from '../../../src/statistics/statistic.ts'
import { withStyle } from '../../../src/widgets/embed-code.ts'
import { CopyField } from '../kit/copy.tsx'
import { LANGUAGES } from '../kit/languages.ts'
import { Section } from '../kit/page.tsx'
import { Say } from '../kit/say.tsx'
import { words } from '../words/index.ts'
import { ButtonStyleChooser, type ChosenStyle } from './button-style.tsx'
import { PosterSection } from './poster-section.tsx'
import { QrPanel } from './qr-panel.tsx'
import { type LinkParameters, linkWith, NO_PARAMETERS, STATE_EXAMPLE, stateError } from './share-link.ts'
import { useCode } from './use-code.ts'
import { usePreview } from './use-preview.ts'

const CREATE_KEY = (
  <Anchor component={Link} to="/developers">
    {words.widgets.createKey}
  </Anchor>
)

/** The ways to share a widget: embed code, link and QR code. */
export function ShareTab({ widget }: { widget: WidgetRecord }) {
  const [parameters, setParameters] = useState(NO_PARAMETERS)
  const [style, setStyle] = useState<ChosenStyle>('filled')
  const isButton = widget.type === 'button'
  const link = linkWith(widget.directLink, parameters)
  const code = useCode(widget, link)
  return (
    <Stack gap="md">
      {!widget.active && <Alert color="warn">{words.widgets.isDraft}</Alert>}
      <Section title={words.widgets.onYourPage}>
        <Stack gap="sm">
          {widget.embedCode.includes('data-svc-api-key=""') && (
            <Alert color="warn">
              <Say text={words.widgets.noKey} values={{ create: CREATE_KEY }} />
            </Alert>
          )}
          {isButton && <ButtonStyleChooser widget={widget} value={style} onChange={setStyle} />}
          <List type="ordered" size="sm" spacing={4}>
            <List.Item>{words.widgets.copyStep}</List.Item>
            <List.Item>{isButton ? words.widgets.pasteButton : words.widgets.pasteList}</List.Item>
            <List.Item>{isButton ? words.widgets.loadButton : words.widgets.loadList}</List.Item>
          </List>
          <CopyCode
            code={isButton && style !== 'page' ? withStyle(widget.embedCode, style) : widget.embedCode}
          />
        </Stack>
      </Section>
      <Section title={words.widgets.directLink} text={words.widgets.directLinkText}>
        <Stack gap="sm">
          <LinkForm
            widget={widget}
            parameters={parameters}
            onChange={(change) => setParameters({ ...parameters, ...change })}
          />
          <CopyField label={words.widgets.link} value={link} what={words.widgets.theLink} />
          <Button
            component="a"
            href={link}
            target="_blank"
            rel="noreferrer"
            variant="default"
            w="fit-content"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {words.widgets.openLink}
          </Button>
        </Stack>
      </Section>
      <Section title={words.widgets.qrCode} text={words.widgets.qrText}>
        <QrPanel code={code} name={widget.name} />
      </Section>
      <PosterSection widget={widget} code={code} calendarIds={parameters.calendarIds} />
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
          label={button ? words.widgets.preselected : words.widgets.onlyCalendars}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={parameters.calendarIds}
          onChange={(calendarIds) => onChange({ calendarIds })}
          placeholder={
            parameters.calendarIds.length > 0 ? undefined : button ? words.widgets.noneChosen : words.kit.all
          }
          searchable
          clearable
          limit={100}
          nothingFoundMessage={words.kit.noMatch}
          clearButtonProps={{ 'aria-label': words.widgets.chooseNone }}
        />
        <Select
          label={words.widgets.onlyCategory}
          data={categories}
          value={parameters.category || null}
          onChange={(category) => onChange({ category: category ?? '' })}
          placeholder={words.kit.all}
          searchable
          clearable
          nothingFoundMessage={words.kit.noMatch}
          clearButtonProps={{ 'aria-label': words.widgets.allCategories }}
        />
        <Select
          label={words.kit.language}
          data={LANGUAGES}
          value={parameters.lang || null}
          onChange={(lang) => onChange({ lang: lang ?? '' })}
          placeholder={words.widgets.asBrowser}
          clearable
          clearButtonProps={{ 'aria-label': words.widgets.asBrowser }}
        />
      </Group>
      <TextInput
        label={words.widgets.campaign}
        description={words.widgets.campaignText}
        placeholder={words.widgets.campaignHint}
        maxLength={CAMPAIGN_LETTERS}
        maw={420}
        value={parameters.campaign}
        onChange={(event) => onChange({ campaign: event.currentTarget.value })}
      />
      {button && (
        <>
          <Checkbox
            label={words.widgets.skip}
            description={words.widgets.skipText}
            checked={parameters.autoSubscribe}
            onChange={(event) => onChange({ autoSubscribe: event.currentTarget.checked })}
          />
          <TextInput
            label={words.widgets.linkState}
            description={words.widgets.linkStateText}
            placeholder={STATE_EXAMPLE}
            dir="ltr"
            classNames={{ input: 'mono' }}
            value={parameters.state}
            error={stateError(parameters.state)}
            onChange={(event) => onChange({ state: event.currentTarget.value })}
          />
          <Text size="sm" c="dimmed">
            <Say
              text={words.widgets.moreParameters}
              values={{ first: <Code>email</Code>, second: <Code>subscriber_reference</Code> }}
            />
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
      <Code
        block
        className="widget-code"
        w="100%"
        tabIndex={0}
        role="region"
        aria-label={words.widgets.embedCode}
      >
        {code}
      </Code>
      <CopyButton value={code} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {copied ? words.kit.copied : words.widgets.copyCode}
          </Button>
        )}
      </CopyButton>
    </Stack>
  )
}
