import { ActionIcon, Button, Code, CopyButton, Group, Text, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { words } from '../words/index.ts'
import { say } from './say.tsx'

/** A small copy button. `what` names the value: "the link". */
export function Copy({ value, what }: { value: string; what: string }) {
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? words.kit.copied : say(words.kit.copy, { what })} withArrow>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={copy}
            aria-label={copied ? words.kit.copied : say(words.kit.copy, { what })}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** A copy button that says what it copies. */
export function CopyButtonWithText({ value, children }: { value: string; children: string }) {
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="compact-sm"
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {copied ? words.kit.copied : children}
        </Button>
      )}
    </CopyButton>
  )
}

/** An id, key or link with its copy button. */
export function Copyable({ value, what, short }: { value: string; what: string; short?: string }) {
  return (
    <Group gap={4} wrap="nowrap" style={{ minWidth: 0 }}>
      <Code className="copyable">{short ?? value}</Code>
      <Copy value={value} what={what} />
    </Group>
  )
}

/** A field with a long link or code and its copy button. */
export function CopyField({
  label,
  value,
  what,
  description,
}: {
  label: string
  value: string
  what: string
  description?: string
}) {
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<Copy value={value} what={what} />}
      classNames={{ input: 'mono' }}
    />
  )
}

/** A value that is shown only once, with a note that says so. */
export function Secret({ label, value, what }: { label: string; value: string; what: string }) {
  return (
    <>
      <CopyField label={label} value={value} what={what} />
      <Text size="sm" c="dimmed">
        {words.kit.shownOnce}
      </Text>
    </>
  )
}
